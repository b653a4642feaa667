// Carver 1978, example 5: a block with stiction under a force that changes its law three times.
package sliding_block
type Motion = enumeration(backward, stuck, forward);
model sliding_block "A block that sticks and slips"
  parameter Real m(unit = "kg") = 0.64;
  parameter Real Fs = 0.83 "Force that breaks it loose";
  parameter Real F1 = 0.75 "Friction while it slides";
  parameter Real F2 = 0.28 "Friction that grows with speed";
  Motion motion(start = Motion.stuck, fixed = true);
  Real x(start = 0, fixed = true, unit = "m");
  Real v(start = 0, fixed = true, unit = "m/s");
  Real Fa "Force";
equation
  Fa = if time < 0.1 then 0 else if time < 0.5 then 5*time else if time < 1 then -time else 0;
  der(x) = v;
  m*der(v) = if pre(motion) == Motion.stuck then 0 else if pre(motion) == Motion.forward then Fa - F1 - F2*v else Fa + F1 - F2*v;
  when pre(motion) == Motion.stuck and Fa >= Fs then
    motion = Motion.forward;
  elsewhen pre(motion) == Motion.stuck and Fa <= -Fs then
    motion = Motion.backward;
  elsewhen pre(motion) == Motion.forward and v < 0 or pre(motion) == Motion.backward and v > 0 then
    motion = Motion.stuck;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 1.5));
end sliding_block;
end sliding_block;
