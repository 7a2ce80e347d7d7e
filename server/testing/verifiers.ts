import { join } from 'node:path'
import { checkBoxProof } from '#domain/proof/box-proof.ts'
import type {
  BoxProofFile,
  ContractProofFile,
  DualProofFile,
  FillsProofFile,
  OptionProofFile,
  ProofFile,
  RoundProofFile,
} from '#domain/proof/contract.ts'
import { checkContractProof } from '#domain/proof/contract-proof.ts'
import { checkDualProof } from '#domain/proof/dual-proof.ts'
import { checkFillsProof } from '#domain/proof/fills-proof.ts'
import { checkOptionProof } from '#domain/proof/option-proof.ts'
import type { ProofStep } from '#domain/proof/proof-steps.ts'
import { checkRoundProof } from '#domain/proof/round-proof.ts'
import { checkStopProof } from '#domain/proof/stop-proof.ts'

type AnyProof =
  | ProofFile
  | ContractProofFile
  | OptionProofFile
  | FillsProofFile
  | DualProofFile
  | BoxProofFile
  | RoundProofFile
type Verify = (file: AnyProof, key?: string) => string[]

const scripts = join(import.meta.dirname, '../../scripts')
const { verify: alone }: { verify: Verify } = await import(join(scripts, 'verify.mjs'))
const { verifyBoxes }: { verifyBoxes: Verify } = await import(join(scripts, 'verify-box.mjs'))
const { verify: second }: { verify: Verify } = await import(join(scripts, 'second-rules/verify.mjs'))

/** Where each of those who check a proof says that it is wrong; undefined where nothing is. */
export interface Verdicts {
  /** What the app runs in a browser. */
  readonly step: ProofStep | undefined
  /** The stand-alone verifier. */
  readonly program: string | undefined
  /** The same with the rules written a second time. */
  readonly second: string | undefined
}

/** What all say of a proof in which nothing is wrong. */
export const verified: Verdicts = { step: undefined, program: undefined, second: undefined }

/** Has a proof checked by all. */
export const verdictsOn = (file: AnyProof): Verdicts => ({
  step: checked(file).steps.find(({ state }) => state === 'failed')?.step,
  // Of a blind box by a program of its own: the one of all others needs no hash of its rules.
  program: errorOf(() => ('box' in file ? verifyBoxes(file) : alone(file))),
  second: errorOf(() => second(file)),
})

/** Whether all say that something is wrong. */
export const isDetected = (verdicts: Verdicts): boolean =>
  Object.values(verdicts).every((verdict) => verdict !== undefined)

function checked(file: AnyProof) {
  const nowMs = () => 0
  if ('box' in file) return checkBoxProof(file, nowMs)
  if ('round' in file) return checkRoundProof(file, nowMs)
  if ('nodes' in file) return checkDualProof(file, nowMs)
  if ('position' in file) return checkContractProof(file, nowMs)
  if ('order' in file) return checkFillsProof(file, nowMs)
  return 'result' in file ? checkOptionProof(file, nowMs) : checkStopProof(file, nowMs)
}

function errorOf(verify: () => unknown): string | undefined {
  try {
    verify()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
