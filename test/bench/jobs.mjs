/** What is measured of a document: first what others do too, then what only we do. */
export function jobsOf(who, language, state) {
  const shared = ['validate', 'complete', 'hover'];
  return [...shared, ...(who === 'ours' && language === 'json' && state === 'valid' ? ['render', 'compare'] : [])];
}
