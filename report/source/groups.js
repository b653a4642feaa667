// groups.js: which variables share a chart: those of one unit and of comparable size, in the order of the model.

const mostInGroup = 5;
const mostShrunk = 12; // a variable keeps at least 1/12 of the height of its chart

/** [{ variables: [{ ..., colour, shown }], discrete }]; the first few are shown. */
export function groupsOf(variables, { charts = 4, shown = 10 } = {}) {
  const groups = [];
  for (const variable of variables) {
    const { low, high } = variable.signal.extremes(0, variable.signal.values.length);
    const range = low <= high ? { low, high } : { low: 0, high: 0 };
    const group = groups.find((one) => fits(one, variable, range));
    if (group) {
      group.variables.push(variable);
      group.low = Math.min(group.low, range.low);
      group.high = Math.max(group.high, range.high);
      group.narrowest = Math.min(group.narrowest, range.high - range.low || Infinity);
    } else {
      const { unit, discrete } = variable;
      groups.push({ variables: [variable], unit, discrete, ...range, narrowest: range.high - range.low || Infinity });
    }
  }
  let colour = 0;
  let count = 0;
  groups.forEach((group, i) => {
    for (const variable of group.variables) {
      variable.colour = colour++;
      variable.group = group;
      variable.shown = i < charts && count++ < shown;
    }
  });
  return groups;
}

function fits(group, { unit, discrete }, { low, high }) {
  if (group.unit !== unit || group.discrete !== discrete || group.variables.length >= mostInGroup) return false;
  const height = Math.max(group.high, high) - Math.min(group.low, low);
  const narrowest = Math.min(group.narrowest, high - low || Infinity);
  if (narrowest === Infinity) return height === 0; // nothing moves
  return height <= mostShrunk * narrowest && height <= 2.5 * Math.max(group.high - group.low, high - low);
}
