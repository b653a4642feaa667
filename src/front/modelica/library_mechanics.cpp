// library_mechanics.cpp: Modelica.Mechanics.MultiBody.Frames (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_mechanics() {
  return R"(
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1'
  input Real T[3, 3];
  input Real v2[3];
  output Real v1[3];
algorithm
  v1 := transpose(T) * v2;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2'
  input Real T[3, 3];
  input Real v1[3];
  output Real v2[3];
algorithm
  v2 := T * v1;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation'
  input Real e[3];
  input Real angle;
  output Real T[3, 3];
algorithm
  T := outerProduct(e, e) + (identity(3) - outerProduct(e, e)) * cos(angle) - skew(e) * sin(angle);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation';
function 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle'
  input Real e[3];
  input Real v1[3];
  input Real v2[3];
  output Real angle;
algorithm
  angle := atan2(-cross(e, v1) * v2, v1 * v2 - (e * v1) * (e * v2));
end 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'
  input Integer axis;
  input Real angle;
  output Real T[3, 3];
  Real c;
  Real s;
algorithm
  c := cos(angle);
  s := sin(angle);
  T := if axis == 1 then {{1, 0, 0}, {0, c, s}, {0, -s, c}} else if axis == 2 then {{c, 0, -s}, {0, 1, 0}, {s, 0, c}} else {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations'
  input Integer sequence[3] = {1, 2, 3};
  input Real angles[3] = {0, 0, 0};
  output Real T[3, 3];
algorithm
  T := 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[3], angles[3]) * 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[2], angles[2]) * 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[1], angles[1]);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation'
  input Real T1[3, 3];
  input Real T_rel[3, 3];
  output Real T2[3, 3];
algorithm
  T2 := T_rel * T1;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation'
  input Real T1[3, 3];
  input Real T2[3, 3];
  output Real T_rel[3, 3];
algorithm
  T_rel := T2 * transpose(T1);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation'
  input Real T[3, 3];
  output Real T_inv[3, 3];
algorithm
  T_inv := transpose(T);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1'
  input Real T[3, 3];
  input Real D2[3, 3];
  output Real D1[3, 3];
algorithm
  D1 := transpose(T) * D2 * T;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2'
  input Real T[3, 3];
  input Real D1[3, 3];
  output Real D2[3, 3];
algorithm
  D2 := T * D1 * transpose(T);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.nullRotation'
  output Real T[3, 3];
algorithm
  T := identity(3);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.nullRotation';
)";
}

}  // namespace saltus::modelica
