import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  title: 'Monedero',
  no_wallet: 'No hay monedero en este navegador',
  no_wallet_why: 'Abre Plumb en el navegador de tu monedero o inicia sesión con correo o móvil.',
}
