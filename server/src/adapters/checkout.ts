import { join, relative, sep } from 'node:path';
import { type Checkout, checkoutLayout, limits, readCheckout } from '../core/index.js';
import { type FoundFile, filesIn, foundFile, readFoundFile } from './readFiles.js';

/** A checkout of AgentBaker on this machine. */
export interface CheckoutFolder {
  readonly checkout: Checkout;
  /** The folder that the paths of its files begin at. */
  readonly root: string;
  /** The folder with the `.proto` files. */
  readonly protos: string;
}

/**
 * Reads checkouts. A checkout is read again only if one of its files has changed, so that the same content is the same
 * object. Only regular files inside of the folder are read.
 */
export class Checkouts {
  readonly #known = new Map<string, { readonly stamp: string; readonly checkout: Checkout }>();

  /**
   * The checkout that a folder is, or that it is a part of; undefined if it has no `.proto` files. If the user named the
   * folder, the `.proto` files may be in the folder itself.
   */
  in(root: string, isNamed: boolean): CheckoutFolder | undefined {
    const { protos: inCheckout } = checkoutLayout;
    // From a checkout, from its aks-node-controller, or from the folder itself.
    const folders = [inCheckout, inCheckout.split('/').slice(1).join('/'), ...(isNamed ? ['.'] : [])];
    for (const folder of folders) {
      const protos = join(root, folder);
      const found = filesIn(protos, limits.checkoutFiles).filter(({ path }) => path.endsWith('.proto'));
      if (found.length > 0) return { root, protos, checkout: this.#read(root, found) };
    }
    return undefined;
  }

  #read(root: string, protos: readonly FoundFile[]): Checkout {
    const scripts = Object.values(checkoutLayout.scripts).flatMap((path) => foundFile(join(root, path)) ?? []);
    const found = [...protos, ...scripts];
    const stamp = found.map((file) => `${file.path} ${file.stamp}`).join('\n');
    const before = this.#known.get(root);
    if (before?.stamp === stamp) return before.checkout;
    const checkout = readCheckout(
      found.map(({ path }) => ({ path: relative(root, path).replaceAll(sep, '/'), text: textOf(path, root) })),
    );
    this.#known.set(root, { stamp, checkout });
    return checkout;
  }
}

/** A file that can't be read is empty: what it declares is missing then. */
function textOf(path: string, root: string): string {
  try {
    return new TextDecoder().decode(readFoundFile(path, root, limits.checkoutFileBytes));
  } catch {
    return '';
  }
}
