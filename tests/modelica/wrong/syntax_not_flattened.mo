model circuit
  extends Modelica.Icons.Example;
  import Modelica.Constants.pi;
  Resistor r(R = 10);
  Capacitor c(C = 1e-3);
equation
  connect(r.n, c.p);
end circuit;
