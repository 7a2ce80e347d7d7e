import type {
  BoxProofFile,
  ContractProofFile,
  DualProofFile,
  FillsProofFile,
  OptionProofFile,
  ProofFile,
  RoundProofFile,
} from '#domain/proof/contract.ts'

/** A proof of any product. */
export type AnyProof =
  | ProofFile
  | ContractProofFile
  | OptionProofFile
  | FillsProofFile
  | DualProofFile
  | BoxProofFile
  | RoundProofFile

/** Whether a proof is of a seconds option. */
export const isOptionProof = (file: AnyProof): file is OptionProofFile =>
  'result' in file && !isDualProof(file)

/** Whether a proof is of an order in the book. */
export const isFillsProof = (file: AnyProof): file is FillsProofFile => 'order' in file

/** Whether a proof is of a dual investment. */
export const isDualProof = (file: AnyProof): file is DualProofFile => 'nodes' in file

/** Whether a proof is of a round of the price game. */
export const isRoundProof = (file: AnyProof): file is RoundProofFile => 'round' in file

/** Whether a proof is of a blind box. */
export const isBoxProof = (file: AnyProof): file is BoxProofFile => 'box' in file
