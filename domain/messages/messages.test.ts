import { expect, test } from 'vitest'
import { languages } from '../language.ts'
import { messages } from './messages.ts'

const braces = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

test.each(languages)('%s says every refusal, with the same parameters as English', (language) => {
  expect(Object.keys(messages[language]).sort()).toEqual(Object.keys(messages.en).sort())
  for (const [code, english] of Object.entries(messages.en)) {
    const text = messages[language][code as keyof typeof messages.en]
    expect(text.trim(), code).not.toBe('')
    expect(braces(text), code).toEqual(braces(english))
  }
})
