/** The statement, orders and records: their lists are pulled down to load anew, others are not. Source: rulings, section 4. */
const PULLED = /bill|record|order|history|borrowing|invest\/mine|nft\/purchase$/i

export const isPulledDown = (pathname: string): boolean => PULLED.test(pathname)
