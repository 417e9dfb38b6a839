/** What is measured of a document: first what others do too, then what only we do. */
export function jobsOf(who, language, state) {
  // We complete node configs; for YAML there is nothing of ours to compare yet.
  const shared = language === 'json' ? ['validate', 'complete', 'hover'] : ['validate', 'hover'];
  return [...shared, ...(who === 'ours' && language === 'json' && state === 'valid' ? ['render', 'compare'] : [])];
}
