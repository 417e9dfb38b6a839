import { describe, expect, it } from 'vitest';
import { analyse } from '../../support/analyse.js';
import { secretPlaces } from '../../support/secretPlaces.js';

describe('the places of secrets', () => {
  it.each(secretPlaces)('$name is in a document of the kind $kind', ({ kind, document }) => {
    const { name, text } = document('CLIENT_SECRET=Tr4verse-the-gate');
    expect(analyse(name, text).kind).toBe(kind);
  });
});
