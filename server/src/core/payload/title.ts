import type { Child } from './payload.js';

/** What people call a payload: its role, its file name or type, or the path that it is written to. */
export function childTitle(child: Child): string {
  switch (child.is) {
    case 'field':
      return child.role;
    case 'json':
      return child.line === undefined ? child.payload.name : `line ${child.line}`;
    case 'status':
      return child.payload.name;
    case 'variable':
      return child.name;
    case 'script':
      return 'script';
    case 'config':
      return `${child.via} config`;
    case 'part':
      return child.filename ?? child.contentType ?? child.payload.partType ?? 'part';
    case 'file':
      return child.path ?? '(no path)';
  }
}

/** The same where there is little room: of a path its last name. */
export function childLabel(child: Child): string {
  const title = childTitle(child);
  return child.is === 'file' ? (/[^/]+$/.exec(title)?.[0] ?? title) : title;
}
