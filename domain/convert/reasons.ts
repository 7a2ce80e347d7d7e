export const convertReasons = ['convert-sold', 'convert-bought', 'convert-fee'] as const
