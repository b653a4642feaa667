// library_spice.cpp: Modelica.Electrical.Spice3.Internal, what the devices of SPICE3 compute (library.hpp).
//
// Reference  Antognetti & Massobrio, Semiconductor Device Modeling with SPICE, McGraw-Hill 1988: pn junctions in
//            chapter 1, the bipolar transistor in 2, the junction FET in 3, the Shichman-Hodges MOSFET (level 1) and
//            Meyer's capacitances in 4. Constants are those of SPICE3.
// Notation   v_t thermal voltage k T / q times the emission coefficient, i current, g conductance di/dv.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_spice() {
  return R"(
record 'Modelica.Electrical.Spice3.Internal.AnyDevice'
end 'Modelica.Electrical.Spice3.Internal.AnyDevice';
record 'Modelica.Electrical.Spice3.Internal.Mos.DEVqmeyer'
  Real qm_capgb;
  Real qm_capgs;
  Real qm_capgd;
  Real qm_qgs;
  Real qm_qgb;
  Real qm_qgd;
  Real qm_vgs;
  Real qm_vgb;
  Real qm_vgd;
end 'Modelica.Electrical.Spice3.Internal.Mos.DEVqmeyer';
function 'Modelica.Electrical.Spice3.Internal.thermalVoltage'
  input Real T;
  output Real v_t;
algorithm
  v_t := 1.380649e-23 / 1.6021918e-19 * T;
end 'Modelica.Electrical.Spice3.Internal.thermalVoltage';
function 'Modelica.Electrical.Spice3.Internal.largestExponent'
  input Real i_s;
  output Real x;
algorithm
  x := min(50, log(1e4 / i_s));
end 'Modelica.Electrical.Spice3.Internal.largestExponent';
function 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised'
  input Real v;
  input Real T;
  input Real n;
  input Real i_s;
  output Real i = 0;
  output Real g = 0;
  Real v_t;
  Real x;
algorithm
  if i_s > 1e-101 then
    v_t := n * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
    x := 'Modelica.Electrical.Spice3.Internal.largestExponent'(i_s);
    if v <= 0 then
      i := i_s / v_t * v;
      g := i_s / v_t + 1e-12;
    elseif v >= x * v_t then
      g := i_s / v_t * exp(x);
      i := i_s * (exp(x) - 1) + g * (v - x * v_t);
    else
      i := i_s * (exp(v / v_t) - 1);
      g := i_s / v_t * exp(v / v_t) + 1e-12;
    end if;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised';
function 'Modelica.Electrical.Spice3.Internal.Functions.junction2'
  input Real v;
  input Real T;
  input Real n;
  input Real i_s;
  output Real i = 0;
  output Real g = 0;
  Real v_t;
  Real x;
  Real r;
algorithm
  if i_s > 1e-101 then
    v_t := n * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
    x := 'Modelica.Electrical.Spice3.Internal.largestExponent'(i_s);
    if v >= x * v_t then
      g := i_s / v_t * exp(x);
      i := i_s * (exp(x) - 1) + g * (v - x * v_t);
    elseif v >= -5 * v_t then
      i := i_s * (exp(v / v_t) - 1) + 1e-12 * v;
      g := i_s / v_t * exp(v / v_t) + 1e-12;
    else
      r := (3 * v_t / (v * exp(1))) ^ 3;
      i := -i_s * (1 + r) + 1e-12 * v;
      g := 3 * i_s * r / v + 1e-12;
    end if;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junction2';
function 'Modelica.Electrical.Spice3.Internal.Functions.junction3'
  input Real v;
  input Real T;
  input Real n;
  input Real i_s;
  input Real v_b;
  output Real i = 0;
  output Real g = 0;
  Real v_t;
  Real x;
  Real r;
algorithm
  if i_s > 1e-101 then
    v_t := n * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
    x := 'Modelica.Electrical.Spice3.Internal.largestExponent'(i_s);
    if v >= x * v_t then
      g := i_s / v_t * exp(x);
      i := i_s * (exp(x) - 1) + g * (v - x * v_t);
    elseif v >= -3 * v_t then
      i := i_s * (exp(v / v_t) - 1) + 1e-12 * v;
      g := i_s / v_t * exp(v / v_t) + 1e-12;
    elseif v >= -v_b then
      r := (3 * v_t / (v * exp(1))) ^ 3;
      i := -i_s * (1 + r) + 1e-12 * v;
      g := 3 * i_s * r / v + 1e-12;
    elseif -(v_b + v) > x * v_t then
      g := i_s / v_t * exp(x);
      i := -i_s * (exp(x) - 1) + g * (v_b + v + x * v_t);
    else
      r := exp(-(v_b + v) / v_t);
      i := -i_s * r + 1e-12 * v;
      g := i_s / v_t * r + 1e-12;
    end if;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junction3';
function 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3BJT'
  input Real v;
  input Real T;
  input Real n1;
  input Real n2;
  input Real i_s1;
  input Real i_s2;
  output Real i1;
  output Real g1;
  output Real i2;
  output Real g2;
  Real v_t1;
  Real v_t2;
algorithm
  v_t1 := n1 * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
  v_t2 := n2 * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
  if v > -5 * v_t1 then
    i1 := i_s1 * (exp(v / v_t1) - 1) + 1e-12 * v;
    g1 := i_s1 / v_t1 * exp(v / v_t1) + 1e-12;
    if i_s2 == 0 then
      i2 := 0;
      g2 := 0;
    else
      i2 := i_s2 * (exp(v / v_t2) - 1);
      g2 := i_s2 / v_t2 * exp(v / v_t2);
    end if;
  else
    i1 := 1e-12 * v - i_s1;
    g1 := 1e-12 - i_s1 / v;
    i2 := -i_s2;
    g2 := -i_s2 / v;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3BJT';
function 'Modelica.Electrical.Spice3.Internal.Functions.junctionVoltage23SPICE3'
  input Real v_b;
  input Real i_b;
  input Real i_s;
  input Real T;
  input Real n;
  output Real v;
  Real v_t;
algorithm
  v_t := 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
  v := v_b;
  if i_b >= i_s * v_b / v_t then
    v := v_b - v_t * log(1 + i_b / i_s);
    for k in 1:25 loop
      v := v_b - v_t * log(i_b / i_s + 1 - v / v_t);
    end for;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junctionVoltage23SPICE3';
function 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'
  input Real c_0;
  input Real v;
  input Real v_dep;
  input Real m;
  input Real phi;
  input Real f1;
  input Real f2;
  input Real f3;
  output Real c;
  output Real q;
  Real s;
algorithm
  if v < v_dep then
    s := if m == 0.5 then 1 / sqrt(1 - v / phi) else (1 - v / phi) ^ (-m);
    c := c_0 * s;
    q := phi * c_0 * (1 - (1 - v / phi) * s) / (1 - m);
  else
    c := c_0 / f2 * (f3 + m * v / phi);
    q := c_0 * f1 + c_0 / f2 * (f3 * (v - v_dep) + m / (2 * phi) * (v ^ 2 - v_dep ^ 2));
  end if;
end 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised';
function 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapTransTime'
  input Real c_0;
  input Real v;
  input Real v_dep;
  input Real m;
  input Real phi;
  input Real f1;
  input Real f2;
  input Real f3;
  input Real t_transit;
  input Real g;
  input Real i;
  output Real c;
  output Real q;
algorithm
  (c, q) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(c_0, v, v_dep, m, phi, f1, f2, f3);
  c := c + t_transit * g;
  q := q + t_transit * i;
end 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapTransTime';
function 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapCoeffs'
  input Real m;
  input Real fc;
  input Real phi;
  output Real f1;
  output Real f2;
  output Real f3;
algorithm
  f1 := phi * (1 - (1 - fc) ^ (1 - m)) / (1 - m);
  f2 := (1 - fc) ^ (1 + m);
  f3 := 1 - fc * (1 + m);
end 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapCoeffs';
function 'Modelica.Electrical.Spice3.Internal.Functions.junctionVCrit'
  input Real T;
  input Real n;
  input Real i_s;
  output Real v;
algorithm
  v := n * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T);
  v := min(1e10, v * log(v / (sqrt(2) * i_s)));
end 'Modelica.Electrical.Spice3.Internal.Functions.junctionVCrit';
function 'Modelica.Electrical.Spice3.Internal.Functions.saturationCurDepTempSPICE3'
  input Real i_0;
  input Real T;
  input Real T_0;
  input Real n;
  input Real gap;
  input Real x;
  output Real i;
algorithm
  i := i_0 * exp((T / T_0 - 1) * gap / (n * 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T)) + x / n * log(T / T_0));
end 'Modelica.Electrical.Spice3.Internal.Functions.saturationCurDepTempSPICE3';
function 'Modelica.Electrical.Spice3.Internal.Functions.saturationCurDepTempSPICE3JFET'
  input Real i_0;
  input Real T;
  input Real T_0;
  output Real i;
algorithm
  i := i_0 * exp((T / T_0 - 1) * 1.11 / 'Modelica.Electrical.Spice3.Internal.thermalVoltage'(T));
end 'Modelica.Electrical.Spice3.Internal.Functions.saturationCurDepTempSPICE3JFET';
function 'Modelica.Electrical.Spice3.Internal.Functions.energyGapDepTemp'
  input Real T;
  output Real gap;
algorithm
  gap := 1.16 - 7.02e-4 * T ^ 2 / (T + 1108);
end 'Modelica.Electrical.Spice3.Internal.Functions.energyGapDepTemp';
function 'Modelica.Electrical.Spice3.Internal.Functions.resDepTemp'
  input Real r;
  input Real T;
  input Real T_0;
  input Real tc1;
  input Real tc2;
  output Real g;
  output Real dg_dT;
algorithm
  g := 1 / (r * (1 + (T - T_0) * (tc1 + (T - T_0) * tc2)));
  dg_dT := (tc1 + 2 * tc2 * (T - T_0)) * g ^ 2;
end 'Modelica.Electrical.Spice3.Internal.Functions.resDepTemp';
function 'Modelica.Electrical.Spice3.Internal.SpiceRoot.limitJunctionVoltageRevised'
  input Real v;
  output Real w;
algorithm
  w := v;
end 'Modelica.Electrical.Spice3.Internal.SpiceRoot.limitJunctionVoltageRevised';
function 'Modelica.Electrical.Spice3.Internal.SpiceRoot.initJunctionVoltagesRevised'
  output Boolean b;
algorithm
  b := false;
end 'Modelica.Electrical.Spice3.Internal.SpiceRoot.initJunctionVoltagesRevised';
function 'Modelica.Electrical.Spice3.Internal.Mos.mosCalcDEVqmeyer'
  input Real v_gs;
  input Real v_gd;
  input Real v_gb;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' d;
  output 'Modelica.Electrical.Spice3.Internal.Mos.DEVqmeyer' c;
  Real v;
  Real r;
algorithm
  v := v_gs - d.m_von;
  c.qm_capgb := if v <= -d.m_tPhi then d.m_capOx / 2 else if v <= 0 then -v * d.m_capOx / (2 * d.m_tPhi) else 0;
  if v <= -d.m_tPhi / 2 then
    c.qm_capgs := 0;
    c.qm_capgd := 0;
  elseif v <= 0 then
    c.qm_capgs := d.m_capOx * (v / (1.5 * d.m_tPhi) + 1 / 3);
    c.qm_capgd := 0;
  elseif d.m_vdsat <= v_gs - v_gd then
    c.qm_capgs := d.m_capOx / 3;
    c.qm_capgd := 0;
  else
    r := 2 * d.m_vdsat - (v_gs - v_gd);
    c.qm_capgs := d.m_capOx / 3 * (1 - ((r - d.m_vdsat) / r) ^ 2);
    c.qm_capgd := d.m_capOx / 3 * (1 - (d.m_vdsat / r) ^ 2);
  end if;
end 'Modelica.Electrical.Spice3.Internal.Mos.mosCalcDEVqmeyer';
function 'Modelica.Electrical.Spice3.Internal.Mos1.drainCur'
  input Real v_b;
  input Real v_g;
  input Real v_ds;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' d;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' card;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' constants;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' v;
  input Integer polarity;
  output 'Modelica.Electrical.Spice3.Internal.AnyDevice' o = d;
  Real s;
  Real v_on;
  Real beta;
  Real body;
algorithm
  s := if v_b <= 0 then sqrt(d.m_tPhi - v_b) else max(0, sqrt(d.m_tPhi) - v_b / (2 * sqrt(d.m_tPhi)));
  o.m_von := d.m_tVbi * polarity + v.m_gamma * s;
  v_on := v_g - o.m_von;
  o.m_vdsat := max(v_on, 0);
  body := if s <= 0 then 0 else v.m_gamma / (2 * s);
  beta := d.m_Beta * (1 + card.m_lambda * v_ds);
  if v_on <= 0 then
    o.m_cdrain := 0;
    o.m_gm := 0;
    o.m_gds := 0;
  elseif v_on <= v_ds then
    o.m_cdrain := beta * v_on ^ 2 / 2;
    o.m_gm := beta * v_on;
    o.m_gds := card.m_lambda * d.m_Beta * v_on ^ 2 / 2;
  else
    o.m_cdrain := beta * v_ds * (v_on - v_ds / 2);
    o.m_gm := beta * v_ds;
    o.m_gds := beta * (v_on - v_ds) + card.m_lambda * d.m_Beta * v_ds * (v_on - v_ds / 2);
  end if;
  o.m_gmbs := o.m_gm * body;
end 'Modelica.Electrical.Spice3.Internal.Mos1.drainCur';
function 'Modelica.Electrical.Spice3.Internal.Fet.Jfet.drainCur'
  input Real v_ds;
  input Real v_gs;
  input Real v_gd;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' d;
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' card;
  output 'Modelica.Electrical.Spice3.Internal.AnyDevice' o = d;
  Real turn;
  Real v;
  Real w;
  Real beta;
  Real a;
  Real c;
algorithm
  turn := if v_ds >= 0 then 1 else -1;
  w := abs(v_ds);
  v := (if v_ds >= 0 then v_gs else v_gd) - card.m_threshold;
  beta := card.m_beta * (1 + card.m_lModulation * w);
  if v <= 0 then
    c := 0;
    o.m_gm := 0;
    o.m_gds := 0;
  elseif v >= w then
    a := 2 * card.m_b + 3 * card.m_bFac * (v - w);
    c := w * (w * (card.m_bFac * w - card.m_b) + v * a);
    o.m_gm := turn * beta * w * (a + 3 * card.m_bFac * v);
    o.m_gds := beta * (v - w) * a + card.m_beta * card.m_lModulation * c;
  else
    c := v ^ 2 * (card.m_b + card.m_bFac * v);
    o.m_gm := turn * beta * v * (2 * card.m_b + 3 * card.m_bFac * v);
    o.m_gds := card.m_lModulation * card.m_beta * c;
  end if;
  o.m_cdrain := turn * beta * c;
  if v_ds < 0 then
    o.m_gds := o.m_gds - o.m_gm;
  end if;
end 'Modelica.Electrical.Spice3.Internal.Fet.Jfet.drainCur';
function 'Modelica.Electrical.Spice3.Internal.Fet.Jfet.calculateGateCap'
  input 'Modelica.Electrical.Spice3.Internal.AnyDevice' d;
  input Real v_gs;
  input Real v_gd;
  output Real c_gs;
  output Real q_gs;
  output Real c_gd;
  output Real q_gd;
algorithm
  (c_gs, q_gs) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(d.m_tCGS, v_gs, d.m_corDepCap, 0.5, d.m_tGatePot, d.m_f1, d.m_f2, d.m_f3);
  (c_gd, q_gd) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(d.m_tCGD, v_gd, d.m_corDepCap, 0.5, d.m_tGatePot, d.m_f1, d.m_f2, d.m_f3);
end 'Modelica.Electrical.Spice3.Internal.Fet.Jfet.calculateGateCap';
)";
}

}  // namespace saltus::modelica
