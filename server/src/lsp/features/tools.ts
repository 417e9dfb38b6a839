import {
  type Analysis,
  answer,
  cseOf,
  customDataOf,
  decodingResult,
  environmentOf,
  explainFailure,
  explanationResult,
  isFailureFamily,
  isKnown,
  karpenterScriptOf,
  nodeFilesOf,
  renderingFields,
  renderingResult,
  validationResult,
  validationSummary,
} from '../../core/index.js';
import { requests, type ToolParams } from '../../protocol.js';
import type { RenderingContext, Session } from '../session.js';

/** Answers the questions of assistants with the JSON of the command line. Secrets are always masked. */
export function registerTools(session: Session): void {
  session.answer(requests.tool, async (params) => {
    const document = await session.unsynced(params.uri, params.text);
    // As the command line reads what it renders.
    if (params.what === 'karpenter') document.setKind('karpenter-options');
    else if (params.tool === 'preview' && !isKnown(document.analysis)) document.setKind('node-config');
    return answerOf(params, document.analysis, await session.renderingContext(params.uri));
  });
}

function answerOf(params: ToolParams, analysis: Analysis, context: RenderingContext): object {
  const { tool, file, table } = params;
  switch (tool) {
    case 'validate': {
      const result = validationResult(file, analysis, false);
      return answer([result], { summary: validationSummary([result]) });
    }
    case 'decode':
      return answer([decodingResult(file, analysis, { withText: params.withText === true, showSecrets: false })]);
    case 'preview':
      return answer([previewResult(params, analysis, context)]);
    case 'explain': {
      const family = table !== undefined && isFailureFamily(table) ? table : undefined;
      return answer([{ file, ...explanationResult(explainFailure(analysis.text, { family }), analysis.lines) }]);
    }
  }
}

function previewResult({ file, what }: ToolParams, analysis: Analysis, context: RenderingContext): object {
  // Secrets that the user revealed in the editor stay masked for an assistant.
  const options = { ...context.options, revealed: undefined };
  switch (what) {
    case 'cse':
      return renderingResult(file, cseOf(analysis), renderingFields.cse);
    case 'env':
      return renderingResult(file, environmentOf(analysis, options), renderingFields.environment);
    case 'node-files':
      return renderingResult(file, nodeFilesOf(analysis, options), renderingFields.nodeFiles);
    case 'karpenter':
      return renderingResult(file, karpenterScriptOf(analysis, options), renderingFields.karpenter);
    default:
      return renderingResult(file, customDataOf(analysis, context.dialect, options), renderingFields.customData);
  }
}
