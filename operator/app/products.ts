import { createContext, useContext } from 'react'
import type { Product } from '../products/product.ts'

/** All products. By a context, since pages of products show what others bring: an import would be a circle. */
export const ProductsContext = createContext<readonly Product[]>([])

/** The products of the console, as the app was given them. */
export const useProducts = (): readonly Product[] => useContext(ProductsContext)
