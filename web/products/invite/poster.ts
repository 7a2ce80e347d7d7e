import { encode } from 'uqr'

/** What a poster says. */
export interface PosterWords {
  readonly site: string
  readonly title: string
  readonly text: string
  readonly link: string
  readonly code: string
}

const WIDTH = 1080
const HEIGHT = 1520
const MARGIN = 96
const QR_SIDE = 560
const [INK, PAPER, QUIET] = ['#0b0d10', '#f4f2ec', '#8d93a0']
const FONT = 'system-ui, sans-serif'

/** Draws an invitation as a picture of 1080 by 1520 with the link as a QR code. Refuses: (by rejecting) where no picture can be made. */
export function drawPoster({ site, title, text, link, code }: PosterWords): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')!
  const fill = (colour: string, ...box: Parameters<CanvasRenderingContext2D['fillRect']>) => {
    context.fillStyle = colour
    context.fillRect(...box)
  }
  const write = (line: string, y: number, font: string, colour = PAPER) => {
    context.fillStyle = colour
    context.font = `${font} ${FONT}`
    context.fillText(line, MARGIN, y)
  }
  fill(INK, 0, 0, WIDTH, HEIGHT)
  write(site, 176, '600 56px')
  context.font = `600 76px ${FONT}`
  const lines = wrap(title, WIDTH - 2 * MARGIN, (line) => context.measureText(line).width)
  lines.forEach((line, n) => {
    write(line, 330 + n * 92, '600 76px')
  })
  const top = HEIGHT - MARGIN - QR_SIDE - 150
  drawQr(link, MARGIN, top, fill)
  write(text, HEIGHT - MARGIN - 72, '400 44px', QUIET)
  write(code, HEIGHT - MARGIN, '600 64px')
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png')
  })
}

function drawQr(
  link: string,
  left: number,
  top: number,
  fill: (colour: string, x: number, y: number, width: number, height: number) => void,
): void {
  const { data, size } = encode(link, { ecc: 'M', border: 2 })
  // Whole pixels: a module with a soft edge is harder to read.
  const module = Math.floor(QR_SIDE / size)
  fill(PAPER, left, top, module * size, module * size)
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) fill(INK, left + x * module, top + y * module, module, module)
    })
  })
}

/** Breaks a text into lines that fit; one without spaces, as in Chinese, wherever it has to. */
export function wrap(text: string, width: number, measure: (line: string) => number): string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const lines = ['']
  for (const part of parts) {
    const longer = lines.at(-1) + part
    if (measure(longer.trimEnd()) <= width || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((line) => line.trimEnd())
}
