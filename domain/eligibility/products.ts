/** What a country can close. */

/** What two operators open in a country, and one closes. `nft`: artworks and boxes; `registration`: verification too. */
export const countryProducts = [
  'option',
  'contract',
  'copy',
  'loan',
  'dual',
  'earn',
  'ieo',
  'nft',
  'otc',
  'registration',
] as const
export type CountryProduct = (typeof countryProducts)[number]

/** As operators read them, in the console and in what they check. */
export const countryProductNames: Readonly<Record<CountryProduct, string>> = {
  option: 'Seconds options',
  contract: 'Contracts',
  copy: 'Copy trading',
  loan: 'Loans',
  dual: 'Dual investment',
  earn: 'Savings',
  ieo: 'New coins',
  nft: 'NFT and boxes',
  otc: 'OTC',
  registration: 'Registration and verification',
}

/**
 * Whether a product is open where nobody has said so: all but seconds options, which a country must be opened for, except in a
 * demonstration. Source: rulings, section 5; products, seconds options.
 */
export const isOpenAtFirst = (product: CountryProduct, isDemo: boolean): boolean =>
  product !== 'option' || isDemo
