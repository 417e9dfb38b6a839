import { type Analysis, bootCommandOf, cseOf, type CustomDataDialect, customDataOf, limits } from '../core/index.js';
import type { RenderParams, RenderResult } from '../protocol.js';

const customDataLanguages: Record<CustomDataDialect, string> = {
  'cloud-init': 'plaintext',
  flatcar: 'json',
  'write-files': 'yaml',
};
const customDataNames: Record<CustomDataDialect, string> = {
  'cloud-init': 'custom-data.mime',
  flatcar: 'custom-data.ign.json',
  'write-files': 'custom-data.cloud-config.yaml',
};

/** Answers the `render` request. */
export function rendering(analysis: Analysis, params: RenderParams, dialect: CustomDataDialect): RenderResult {
  switch (params.what) {
    case 'custom-data': {
      const rendered = customDataOf(analysis, dialect, { showSecrets: params.showSecrets === true });
      if (!rendered.ok) return { ok: false, ...rendered.error };
      const { decoded, customData } = rendered.value;
      const size = { characters: customData.length, limit: limits.customDataCharacters };
      return {
        ok: true,
        text: decoded,
        languageId: customDataLanguages[dialect],
        name: customDataNames[dialect],
        size,
      };
    }
    case 'cse': {
      const rendered = cseOf(analysis);
      return rendered.ok
        ? { ok: true, text: `${rendered.value}\n`, languageId: 'shellscript', name: 'cse.sh' }
        : { ok: false, ...rendered.error };
    }
    case 'boot-command': {
      const rendered = bootCommandOf(analysis);
      return rendered.ok
        ? { ok: true, text: `${rendered.value.join('\n')}\n`, languageId: 'shellscript', name: 'boot-command.sh' }
        : { ok: false, ...rendered.error };
    }
  }
}
