/** A card without its number, as customers and operators see it. @example maskedCard('4242') // '•••• 4242' */
export const maskedCard = (lastDigits: string): string => `•••• ${lastDigits}`

/** The same with its bank. @example cardText({ bankName: 'Banco Azul', lastDigits: '4242' }) // 'Banco Azul •••• 4242' */
export const cardText = ({ bankName, lastDigits }: { bankName: string; lastDigits: string }): string =>
  `${bankName} ${maskedCard(lastDigits)}`
