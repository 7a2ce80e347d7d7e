import type { ContractProofFile, FillsProofFile, OptionProofFile, ProofFile } from '#domain/proof/contract.ts'

/** A proof of any product. */
export type AnyProof = ProofFile | ContractProofFile | OptionProofFile | FillsProofFile

/** Whether a proof is of a seconds option. */
export const isOptionProof = (file: AnyProof): file is OptionProofFile => 'result' in file

/** Whether a proof is of an order in the book. */
export const isFillsProof = (file: AnyProof): file is FillsProofFile => 'order' in file
