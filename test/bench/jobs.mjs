/** The jobs to measure: first those that the peers support too, then those that only we support. */
export function jobsOf(who, language, state) {
  const shared = ['validate', 'complete', 'hover'];
  return [...shared, ...(who === 'ours' && language === 'json' && state === 'valid' ? ['render', 'compare'] : [])];
}
