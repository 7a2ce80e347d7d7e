const names = new Intl.DisplayNames('en', { type: 'region' })

/** @example countryName('DE') // 'Germany' */
export const countryName = (country: string): string => names.of(country) ?? country
