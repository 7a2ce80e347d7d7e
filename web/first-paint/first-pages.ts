/** The pages of which something is shown before the app has loaded. */
export const firstPages = ['pages/index/index', 'pages/market/market', 'pages/transaction/index'] as const
export type FirstPage = (typeof firstPages)[number]

export const isFirstPage = (route: string): route is FirstPage =>
  (firstPages as readonly string[]).includes(route)
