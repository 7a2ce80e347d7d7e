import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { whole } from '../fields.ts'

/** What the published logs have in common on the wire: that of the price tape, and that of what all customers are owed. */

/** Hashes of a proof, one behind the other as RFC 6962 orders them; each of 32 bytes, hex. */
export const proofHashes = z.array(z.string())

/** The call by which whoever kept a log at one size sees that it only grew. */
export const consistencyCall = (area: string, path: string, log: string, maxSize: number) =>
  endpoint({
    ...{ area, path, method: 'GET', access: 'public', rate: 'chart' },
    summary: `The proof that the log of ${log} at one size begins with that at a smaller one`,
    input: { from: whole(0, maxSize), to: whole(1, maxSize) },
    output: z.object({ proof: proofHashes }),
  })
