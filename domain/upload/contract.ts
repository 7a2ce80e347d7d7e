import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Images a customer sends: deposit proofs and portraits. */

/** What images are kept as. */
export const imageTypes = ['image/jpeg', 'image/png'] as const

/** An upload's id: random, so that it cannot be guessed. */
export const uploadId = z.string().check(z.regex(/^[\w-]{22}$/, 'an upload’s id'))

export const upload = endpoint({
  area: 'upload',
  method: 'POST',
  path: '/upload',
  access: 'user',
  rate: 'upload',
  takesFile: true,
  summary:
    'Send one JPG, JPEG 2000 or PNG image as multipart `file`; the payload is the id that other calls take',
  output: z.string(),
})

export const viewUpload = endpoint({
  area: 'upload',
  method: 'GET',
  path: '/upload/view',
  access: 'user',
  answersFile: imageTypes,
  summary: 'An image of one’s own, as bytes instead of the envelope',
  input: { id: uploadId },
  output: z.string(),
})

export const uploadEndpoints = [upload, viewUpload] as const
