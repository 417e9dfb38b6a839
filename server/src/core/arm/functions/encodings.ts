import { limits } from '../../limits.js';
import { parseJson } from '../../syntax/json.js';
import { toValue } from '../../syntax/toValue.js';
import { decodeBase64, encodeBase64 } from '../../text/base64.js';
import { decodeText, utf8Bytes } from '../../text/bytes.js';
import { type ArmFunctions, isText } from './armFunction.js';

export const encodingFunctions: ArmFunctions = {
  base64: ([text]) => (isText(text) && text.length <= limits.armTextLength ? encodeBase64(utf8Bytes(text)) : undefined),
  base64ToString: ([text]) => (isText(text) ? textOfBase64(text) : undefined),
  base64ToJson: ([text]) => (isText(text) ? jsonOf(textOfBase64(text)) : undefined),
  dataUri: ([text]) =>
    isText(text) && text.length <= limits.armTextLength
      ? `data:text/plain;charset=utf8;base64,${encodeBase64(utf8Bytes(text))}`
      : undefined,
  dataUriToString: ([text]) => {
    const encoded = isText(text) ? /^data:[^,]{0,200};base64,/i.exec(text) : null;
    return encoded === null || !isText(text) ? undefined : textOfBase64(text.slice(encoded[0].length));
  },
  json: ([text]) => (isText(text) ? jsonOf(text) : undefined),
};

function textOfBase64(text: string): string | undefined {
  const { bytes, fault } = decodeBase64(text);
  if (fault !== undefined) return undefined;
  const decoded = decodeText(bytes);
  return decoded.invalidAt === undefined ? decoded.text : undefined;
}

function jsonOf(text: string | undefined): ReturnType<typeof toValue> | undefined {
  if (text === undefined) return undefined;
  const tree = parseJson(text);
  return tree.problems.length > 0 ? undefined : toValue(tree.root);
}
