/** What is used of OpenJPEG built as WebAssembly; the package brings no types. */
interface FrameInfo {
  readonly width: number
  readonly height: number
  readonly bitsPerSample: number
  readonly componentCount: number
  readonly isSigned: boolean
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface Decoder {
    /** Room for the encoded bytes, in the module's own memory. */
    getEncodedBuffer(length: number): Uint8Array
    decodeSubResolution(halvings: number, layers: number): void
    getFrameInfo(): FrameInfo
    getDecodedBuffer(): Uint8Array
  }
  const create: (options: object) => Promise<{ readonly J2KDecoder: new () => Decoder }>
  export default create
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface Encoder {
    getDecodedBuffer(info: FrameInfo): Uint8Array
    setDecompositions(count: number): void
    encode(): void
    getEncodedBuffer(): Uint8Array
  }
  const create: (options: object) => Promise<{ readonly J2KEncoder: new () => Encoder }>
  export default create
}
