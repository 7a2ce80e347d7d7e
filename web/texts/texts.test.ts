import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#domain/language.ts'

const web = join(import.meta.dirname, '..')
const areas = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'bundles')
  .map((entry) => entry.name)

type Texts = Record<string, string>
async function textsOf(area: string, language: string): Promise<Texts> {
  const module = (await import(`./${area}/${language}.ts`)) as Record<string, Texts>
  return module[language]!
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

/** The app's source without its texts and tests: where keys are used. */
const source = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) && !file.startsWith('texts'))
  .map((file) => readFileSync(join(web, file), 'utf8'))
  .join('\n')

/** Beginnings of keys that are put together in the source: t(`market.class_${id}`). */
const beginnings = [...source.matchAll(/`(\w+\.\w*)\$\{/g)].map((match) => match[1]!)

const isUsed = (key: string) => {
  const stem = key.replace(/_(one|other)$/, '')
  return source.includes(`'${stem}'`) || beginnings.some((beginning) => key.startsWith(beginning))
}

describe.each(areas)('texts of %s', (area) => {
  it.each(languages)(
    'in %s have the keys and placeholders of English, and say something',
    async (language) => {
      const en = await textsOf(area, 'en')
      const texts = await textsOf(area, language)
      expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort())
      for (const [key, text] of Object.entries(texts)) {
        expect(placeholders(text), `${area}.${key} in ${language}`).toEqual(placeholders(en[key]!))
        expect(text.trim(), `${area}.${key} in ${language}`).not.toBe('')
      }
    },
  )

  it('are all used by some page', async () => {
    const unused = Object.keys(await textsOf(area, 'en')).filter((key) => !isUsed(`${area}.${key}`))
    expect(unused).toEqual([])
  })

  it('come in one and other together', async () => {
    const keys = Object.keys(await textsOf(area, 'en'))
    const alone = keys.filter((key) => /_one$/.test(key) && !keys.includes(key.replace(/_one$/, '_other')))
    expect(alone).toEqual([])
  })
})
