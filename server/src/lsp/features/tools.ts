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
  type Masked,
  type Masking,
  maskingOf,
  nodeFilesOf,
  type Rendered,
  renderingFields,
  renderingResult,
  type TextMasking,
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

function answerOf(params: ToolParams, analysis: Analysis, context: RenderingContext): Masked {
  const { tool, file, table } = params;
  const masking = maskingOf([analysis]);
  switch (tool) {
    case 'validate': {
      const result = validationResult(file, analysis, masking);
      return json(masking, answer([result], { summary: validationSummary([result]) }));
    }
    case 'decode': {
      const options = { withText: params.withText === true, masking };
      return json(masking, answer([decodingResult(file, analysis, options)]));
    }
    case 'preview':
      return previewResult(params, analysis, context, masking);
    case 'explain': {
      const family = table !== undefined && isFailureFamily(table) ? table : undefined;
      const { exitCodes } = analysis.context;
      const explanation = explainFailure(analysis.failureText, {
        family,
        masking,
        exitCodes,
        budget: analysis.newBudget(),
      });
      return json(masking, answer([{ file, ...explanationResult(explanation, analysis.lines) }]));
    }
  }
}

/** An assistant pays for each character. */
function json(masking: TextMasking, result: object): Masked {
  return masking.json(result, 'compact');
}

/** What a config turns into. The config is masked before it is rendered, so that only an error can quote its text. */
function previewResult(
  { file, what }: ToolParams,
  analysis: Analysis,
  context: RenderingContext,
  masking: Masking,
): Masked {
  // Secrets that the user revealed in the editor stay masked for an assistant.
  const options = { ...context.options, revealed: undefined, masking };
  const shown = <T>(rendered: Rendered<T>, fields: (value: T) => object): Masked =>
    json(rendered.ok ? masking.rendered : masking, answer([renderingResult(file, rendered, fields)]));
  switch (what) {
    case 'cse':
      return shown(cseOf(analysis), renderingFields.cse);
    case 'env':
      return shown(environmentOf(analysis, options), renderingFields.environment);
    case 'node-files':
      return shown(nodeFilesOf(analysis, options), renderingFields.nodeFiles);
    case 'karpenter':
      return shown(karpenterScriptOf(analysis, options), renderingFields.karpenter);
    default:
      return shown(customDataOf(analysis, context.dialect, options), renderingFields.customData);
  }
}
