/** Why a signature proves nothing. */
type SignatureProblem =
  | 'signature_missing'
  | 'signature_invalid'
  | 'key_not_found'
  | 'digest_mismatch'
  | 'algorithm_unsupported'

/** A signed message was refused. The message is a sentence for the developer of the sender. */
export class SignatureError extends Error {
  override name = 'SignatureError'
  readonly code: SignatureProblem

  constructor(code: SignatureProblem, message: string) {
    super(message)
    this.code = code
  }
}

export const invalidSignature = (message: string) => new SignatureError('signature_invalid', message)
