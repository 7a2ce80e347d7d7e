import { createContext, useContext } from 'react'
import type { Product } from './product.ts'

/**
 * Every product of the app. A context, because pages of products ask for it, and the list of products leads
 * to those pages: by import they would go in a circle.
 */
export const ProductsContext = createContext<readonly Product[]>([])

/** Every product, for what shows something of each: its links from the statement, its buttons at home. */
export const useProducts = (): readonly Product[] => useContext(ProductsContext)
