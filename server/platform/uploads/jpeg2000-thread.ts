import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import createDecoders from '@cornerstonejs/codec-openjpeg/decodewasmjs'
import type { Pixels } from './jpeg2000.ts'

/** The thread that decodes one JPEG 2000: see jpeg2000.ts. */

const { bytes, halvings } = workerData as { bytes: Uint8Array; halvings: number }
const wasm = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/decodewasm')
const silent = () => {}
const { J2KDecoder } = await createDecoders({
  wasmBinary: readFileSync(wasm),
  print: silent,
  printErr: silent,
})
const decoder = new J2KDecoder()
decoder.getEncodedBuffer(bytes.length).set(bytes)
decoder.decodeSubResolution(halvings, 0)
const { width, height, componentCount, bitsPerSample, isSigned } = decoder.getFrameInfo()
const scale = 2 ** halvings
const pixels: Pixels = {
  data: Uint8Array.from(decoder.getDecodedBuffer()),
  width: Math.ceil(width / scale),
  height: Math.ceil(height / scale),
  components: componentCount,
}
const isWhole = pixels.data.length === pixels.width * pixels.height * componentCount
if (!isWhole || bitsPerSample !== 8 || isSigned)
  throw new Error('the pixels of a JPEG 2000 are not all there')
parentPort!.postMessage(pixels)
