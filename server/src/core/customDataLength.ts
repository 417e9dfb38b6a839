import { limits } from './limits.js';

/** Whether Azure takes custom data of this length, or how close it comes. */
export function customDataLevel(characters: number): 'fine' | 'near-limit' | 'too-long' {
  if (characters > limits.customDataCharacters) return 'too-long';
  return characters >= limits.customDataCharacters * nearLimit ? 'near-limit' : 'fine';
}

/** The share of the limit from which on there is little room left. */
const nearLimit = 0.9;

/** Base64 characters of some bytes, padding included. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
