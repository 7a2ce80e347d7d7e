import { describe, expect, it } from 'vitest'
import { callingCodes } from '#domain/user/calling-codes.ts'
import { callingCodeOf, countriesIn, guessCountry, searchCountries } from './calling-codes.ts'

describe('calling codes', () => {
  it('are two letters and one to three digits, each country once', () => {
    for (const { country, code } of callingCodes) {
      expect(country).toMatch(/^[A-Z]{2}$/)
      expect(code).toMatch(/^[1-9]\d{0,2}$/)
    }
    expect(new Set(callingCodes.map(({ country }) => country)).size).toBe(callingCodes.length)
  })

  it.each([
    ['ES', '34'],
    ['IT', '39'],
    ['JP', '81'],
    ['KR', '82'],
    ['CN', '86'],
    ['HK', '852'],
    ['US', '1'],
  ])('of %s is %s', (country, code) => {
    expect(callingCodeOf(country)).toBe(code)
  })
})

describe('the country at first', () => {
  it('is the region of the browser’s first language that names one', () => {
    expect(guessCountry(['es', 'es-MX', 'en-US'])).toBe('MX')
  })
  it('is the specification’s 86 when no language names a region', () => {
    expect(callingCodeOf(guessCountry(['en', 'zh-Hans']))).toBe('86')
  })
})

describe('the list of countries', () => {
  const spanish = countriesIn('es')
  const found = (typed: string) => searchCountries(spanish, typed).map(({ country }) => country)

  it('has names in the reader’s language', () => {
    expect(spanish.find(({ country }) => country === 'DE')?.name).toBe('Alemania')
  })
  it('finds by a part of the name, without accents or case', () => {
    expect(found('japon')).toEqual(['JP'])
    expect(found('ESPA')).toContain('ES')
  })
  it('finds by the two letters and by the calling code with or without plus or zeros', () => {
    expect(found('jp')).toContain('JP')
    expect(found('+34')).toEqual(['ES'])
    expect(found('0034')).toEqual(['ES'])
    expect(found('34')).toEqual(['ES'])
  })
  it('is whole when nothing is typed', () => {
    expect(found('  ')).toHaveLength(callingCodes.length)
  })
})
