/** The strings of the extension in the user's language, by those in English; empty if there is no translation. */
const translations = JSON.parse(document.body.dataset.translations ?? '{}') as Readonly<Record<string, string>>;

/** As `vscode.l10n`, for the scripts of pages. */
export const l10n = {
  t: (text: string, ...values: readonly (string | number)[]): string =>
    (translations[text] ?? text).replace(/\{(\d)\}/g, (placeholder, index) =>
      String(values[Number(index)] ?? placeholder),
    ),
};
