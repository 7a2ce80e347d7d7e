import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { type Language, locales } from '#domain/language.ts'

/**
 * Documents that the server makes, as PDF in the customer's language. The fonts have the glyphs of the texts of documents only
 * (`scripts/document-fonts.mjs`), so a document names the customer by the user ID: a name may be written in any script.
 */

export const MARGIN = 48
export const GREY = '#5c6166'
const LINE = '#d5d8dc'

/** What each language is set in. */
const fontFiles: Readonly<Record<Language, string>> = {
  ...{ en: 'latin', xp: 'latin', ydl: 'latin' },
  ...{ zh: 'zh', hk: 'hk', jp: 'jp', kor: 'kor' },
}
const fonts = new Map<string, Buffer>()

/** The font of a language, read once. */
export function fontOf(language: Language): Buffer {
  const file = fontFiles[language]
  const found =
    fonts.get(file) ??
    readFileSync(join(import.meta.dirname, '..', 'products', 'loan', 'fonts', `${file}.ttf`))
  fonts.set(file, found)
  return found
}

export type Pdf = InstanceType<typeof PDFDocument>

/** Makes a document: `write` sets it, from its first page on. */
export function makePdf(
  about: {
    readonly title: string
    readonly platform: string
    readonly lang: Language
    readonly nowMs: number
  },
  write: (pdf: Pdf) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, bufferPages: true, lang: locales[about.lang] },
    info: { Title: about.title, Author: about.platform, CreationDate: new Date(about.nowMs) },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.font(fontOf(about.lang))
  write(document)
  document.end()
  return done
}

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * MARGIN
const bottomOf = (pdf: Pdf) => pdf.page.height - MARGIN - 16

/** A heading, on a new page where little room is left. */
export function heading(pdf: Pdf, text: string): void {
  if (pdf.y > bottomOf(pdf) - 60) pdf.addPage()
  pdf.x = MARGIN
  pdf
    .moveDown(0.9)
    .fontSize(14)
    .fillColor('black')
    .text(text, { width: widthOf(pdf) })
    .moveDown(0.3)
}

/** Labels at the left, values at the right, a line under each. */
export function pairs(pdf: Pdf, rows: readonly (readonly [string, string])[]): void {
  const [left, width] = [MARGIN, widthOf(pdf)]
  pdf.fontSize(10)
  for (const [label, value] of rows) {
    const y = pdf.y
    pdf.fillColor(GREY).text(label, left, y, { width: width * 0.5 })
    const below = pdf.y
    pdf.fillColor('black').text(value, left + width * 0.5, y, { width: width * 0.5, align: 'right' })
    pdf.y = Math.max(pdf.y, below) + 3
    pdf
      .moveTo(left, pdf.y)
      .lineTo(left + width, pdf.y)
      .lineWidth(0.5)
      .stroke(LINE)
    pdf.y += 4
  }
  pdf.x = left
}

/** Columns of one width, the first at the left and figures at the right; its head again on every page. */
export function table(pdf: Pdf, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const width = widthOf(pdf) / head.length
  const line = (cells: readonly string[], colour: string) => {
    const y = pdf.y
    let below = y
    pdf.fontSize(9).fillColor(colour)
    for (const [n, cell] of cells.entries()) {
      pdf.text(cell, MARGIN + n * width, y, { width: width - 4, align: n === 0 ? 'left' : 'right' })
      below = Math.max(below, pdf.y)
    }
    pdf.y = below + 3
  }
  line(head, GREY)
  for (const row of rows) {
    if (pdf.y > bottomOf(pdf) - 14) {
      pdf.addPage()
      line(head, GREY)
    }
    line(row, 'black')
  }
  pdf.x = MARGIN
}

/** A line at the foot of each page. */
export function footers(pdf: Pdf, textOf: (page: number, pages: number) => string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    pdf.switchToPage(start + n)
    // Below the margin, where text would begin another page.
    pdf.page.margins.bottom = 0
    pdf
      .fontSize(8)
      .fillColor(GREY)
      .text(textOf(n + 1, count), MARGIN, pdf.page.height - MARGIN, { width: widthOf(pdf), lineBreak: false })
  }
}
