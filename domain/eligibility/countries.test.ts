import { describe, expect, test } from 'vitest'
import { countriesOf, isOfferedIn, mayRegisterFrom } from './countries.ts'
import { countryProducts, isOpenAtFirst } from './products.ts'

const states = new Map([
  ['DE', true],
  ['US', true],
  ['CA', false],
  ['FR', false],
])
const isOpen = (country: string) => states.get(country)

test('seconds options alone are closed at first, and in a demonstration nothing is', () => {
  expect(countryProducts.filter((product) => !isOpenAtFirst(product, false))).toEqual(['option'])
  expect(countryProducts.filter((product) => !isOpenAtFirst(product, true))).toEqual([])
})

describe('the country of a customer', () => {
  test('is that of the verification, and before it those of the calling code', () => {
    expect(countriesOf({ country: 'PT', mobile: '+4915112345678' })).toEqual(['PT'])
    expect(countriesOf({ country: null, mobile: '+4915112345678' })).toEqual(['DE'])
    expect(countriesOf({ country: null, mobile: '+77010000000' })).toEqual(['KZ', 'RU'])
  })

  test('is unknown without either, and of a code that nobody has', () => {
    expect(countriesOf({ country: null, mobile: null })).toEqual([])
    expect(countriesOf({ country: null, mobile: '+999123456' })).toEqual([])
  })
})

test('a product is offered where it is open in every country that a customer may be of', () => {
  const offered = (countries: string[], atFirst: boolean) => isOfferedIn(countries, isOpen, atFirst)
  expect([offered(['DE'], false), offered(['FR'], true)]).toEqual([true, false])
  expect([offered(['US', 'CA'], true), offered(['US', 'DE'], false)]).toEqual([false, true])
  // Of the others nobody has said anything.
  expect([offered(['PT'], true), offered(['PT'], false)]).toEqual([true, false])
  expect([offered(['DE', 'PT'], true), offered(['DE', 'PT'], false)]).toEqual([true, false])
  expect([offered([], true), offered([], false)]).toEqual([true, false])
})

test('registration is refused only where every country that a number may be of is closed', () => {
  const may = (...countries: string[]) => mayRegisterFrom(countries, isOpen)
  expect([may('FR'), may('FR', 'CA'), may('US', 'CA'), may('PT'), may()]).toEqual([
    ...[false, false, true, true, true],
  ])
})
