// An engine with a pulsating torque drives a load through a clutch that is pressed on and released every five seconds.
// Sticking, it transmits the torque that both sides need to move alike, up to Ts; slipping, a smaller one.
package clutch
  type Motion = enumeration(backward, stuck, forward);
  model clutch "A clutch that sticks and slips"
    constant Real pi = 3.141592653589793;
    parameter Real J1(unit = "kg.m2") = 0.5, J2(unit = "kg.m2") = 2 "Inertia of engine and load";
    parameter Real b1 = 0.1, b2 = 0.2 "Damping";
    parameter Real TL(unit = "N.m") = 3 "Load";
    parameter Real Cm(unit = "N.m") = 20 "Largest capacity of the clutch";
    parameter Real kr = 0.8 "Ratio of the torques that slip and stick";
    Real w1(start = 20, fixed = true, unit = "rad/s") "Engine";
    Real w2(start = 0, fixed = true, unit = "rad/s") "Load";
    Motion motion(start = Motion.forward, fixed = true) "Of the engine against the load";
    Real Te(unit = "N.m"), Ts(unit = "N.m"), Tq(unit = "N.m"), Tc(unit = "N.m");
    Real together "Acceleration of both, if they stick";
  equation
    Te = 10 + 3*sin(2*pi*time/3);
    Ts = Cm*(0.5 - 0.5*cos(2*pi*time/5));
    together = (Te - TL - b1*w1 - b2*w2)/(J1 + J2);
    Tq = Te - b1*w1 - J1*together;
    Tc = if motion == Motion.stuck then Tq elseif motion == Motion.forward then kr*Ts else -kr*Ts;
    J1*der(w1) = Te - b1*w1 - Tc;
    J2*der(w2) = Tc - TL - b2*w2;
    when pre(motion) == Motion.stuck and Tq > Ts then
      motion = Motion.forward;
    elsewhen pre(motion) == Motion.stuck and Tq < -Ts then
      motion = Motion.backward;
    elsewhen pre(motion) == Motion.forward and w1 < w2 or pre(motion) == Motion.backward and w1 > w2 then
      motion = Motion.stuck;
      reinit(w1, w2);
    end when;
    annotation(experiment(StopTime = 20));
  end clutch;
end clutch;
