/** Filters of Jinja 3.1; other names make it refuse a template. */
export const knownFilters: ReadonlySet<string> = new Set(
  'abs attr batch capitalize center count d default dictsort e escape filesizeformat first float forceescape format groupby indent int items join last length list lower map max min pprint random reject rejectattr replace reverse round safe select selectattr slice sort string striptags sum title tojson trim truncate unique upper urlencode urlize wordcount wordwrap xmlattr'.split(
    ' ',
  ),
);

/** Tests of Jinja 3.1. */
export const knownTests: ReadonlySet<string> = new Set(
  '!= < <= == > >= boolean callable defined divisibleby eq equalto escaped even false filter float ge greaterthan gt in integer iterable le lessthan lower lt mapping ne none number odd sameas sequence string test true undefined upper'.split(
    ' ',
  ),
);
