// A pendulum on a turning arm, whose bearing sticks until the pendulum pulls hard enough.
package furuta_pendulum
  type Motion = enumeration(backward, stuck, forward);
  model furuta_pendulum "A pendulum on an arm with stiction"
    parameter Real al = 0.0033472 "Inertia of the arm with the pendulum's mass at its end";
    parameter Real be = 0.0038852 "Inertia of the pendulum";
    parameter Real ga = 0.0024879 "Coupling of both";
    parameter Real de = 0.097625 "Weight of the pendulum";
    parameter Real tS(unit = "N.m") = 0.022 "Torque that breaks the arm loose";
    parameter Real tC(unit = "N.m") = 0.0147 "Torque while it slips";
    parameter Real dth = 0.0005 "Viscous friction of the pendulum";
    Real ph(start = 0, fixed = true, unit = "rad") "Arm";
    Real phd(start = 0, fixed = true, unit = "rad/s");
    Real th(start = 0.3, fixed = true, unit = "rad") "Pendulum, from the top";
    Real thd(start = 0, fixed = true, unit = "rad/s");
    Motion motion(start = Motion.stuck, fixed = true) "Of the arm";
    Real free "Acceleration of the pendulum while the arm stands still";
    Real hold(unit = "N.m") "Torque that keeps it standing";
    Real friction(unit = "N.m"), r1, r2, inertia, det;
  equation
    free = (de*sin(th) - dth*thd)/be;
    hold = ga*cos(th)*free - ga*sin(th)*thd^2;
    friction = if motion == Motion.forward then -tC else tC;
    r1 = friction - 2*be*sin(th)*cos(th)*phd*thd + ga*sin(th)*thd^2;
    r2 = be*sin(th)*cos(th)*phd^2 + de*sin(th) - dth*thd;
    inertia = al + be*sin(th)^2;
    det = inertia*be - (ga*cos(th))^2;
    der(ph) = phd;
    der(th) = thd;
    der(phd) = if motion == Motion.stuck then 0 else (be*r1 - ga*cos(th)*r2)/det;
    der(thd) = if motion == Motion.stuck then free else (inertia*r2 - ga*cos(th)*r1)/det;
    when pre(motion) == Motion.stuck and hold < -tS then
      motion = Motion.forward;
    elsewhen pre(motion) == Motion.stuck and hold > tS then
      motion = Motion.backward;
    elsewhen pre(motion) == Motion.forward and phd < 0 or pre(motion) == Motion.backward and phd > 0 then
      motion = Motion.stuck;
      reinit(phd, 0);
    end when;
    annotation(experiment(StopTime = 10));
  end furuta_pendulum;
end furuta_pendulum;
