/** Containers of videos, with nothing to be seen in them. */

const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** An MP4 with so many bytes of pictures. */
export const mp4 = ({ brand = 'isom', hasMovie = true, length = 64, fill = 7 } = {}): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    ...(hasMovie ? [box('moov', Buffer.alloc(32))] : []),
    box('mdat', Buffer.alloc(length, fill)),
  ])

/** A WebM, or a file of that family. */
export function webm(type = 'webm'): Buffer {
  const name = Buffer.from(type, 'latin1')
  const head = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | name.length]), name])
  const body = Buffer.alloc(40, 3)
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | head.length]),
    head,
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x80 | body.length]),
    body,
  ])
}
