import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timeMs, whole } from '../fields.ts'

/**
 * What a customer has to have read before a product takes their first order: a notice, with questions or without. The
 * words of both are the app's texts; which answers are right only the server knows.
 */
export interface Disclosure<Question extends string = string> {
  /** The product that asks for it. */
  readonly product: string
  /** Raised when the notice or a question changes: everybody is asked again. */
  readonly version: number
  /** Each has the answers `1` to `3`. */
  readonly questions: readonly Question[]
}

/** A product's notice as a customer stands to it. */
export const disclosureView = z.object({
  version: z.number(),
  questions: z.array(z.string()),
  /** The newest that they accepted, and when; 0 and null before any. */
  acceptedVersion: z.number(),
  acceptedAtMs: z.nullable(timeMs),
})
export type DisclosureView = z.output<typeof disclosureView>

/** Whether the newest notice is accepted. */
export const isAccepted = ({
  version,
  acceptedVersion,
}: Pick<DisclosureView, 'version' | 'acceptedVersion'>): boolean => acceptedVersion >= version

interface Place {
  readonly area: string
  readonly path: string
  /** What it is of, for the summary. @example 'seconds options' */
  readonly of: string
}

/** The call that says which notice there is, and which the customer has accepted. */
/* @__NO_SIDE_EFFECTS__ */
export const disclosureEndpoint = ({ area, path, of }: Place) =>
  endpoint({
    ...{ area, method: 'GET', path, access: 'user' },
    summary: `The risk notice of ${of}: its version, its questions, and what the customer has accepted`,
    output: disclosureView,
  })

/** The call that accepts it, with the answers to its questions. */
/* @__NO_SIDE_EFFECTS__ */
export const acceptDisclosureEndpoint = ({ area, path, of }: Place) =>
  endpoint({
    ...{ area, method: 'POST', path, access: 'user', rate: 'write' },
    summary: `Accept the risk notice of ${of}, with the answers to its questions`,
    input: {
      version: whole(1, 999_999),
      /** One digit for each question, in their order. */
      answers: z.prefault(
        z.string().check(z.regex(/^[1-3]{0,9}$/, 'a digit from 1 to 3 for each question')),
        '',
      ),
    },
    output: disclosureView,
  })
