import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const xp: Translation<typeof en> = {
  total_balance: 'Saldo total',
  play_money: 'Dinero ficticio',
  show_balance: 'Mostrar saldos',
  hide_balance: 'Ocultar saldos',
  not_whole: 'Sin los activos cuyo precio se desconoce ahora',
  entries_add_up_one: '{count} movimiento suma esto',
  entries_add_up_other: '{count} movimientos suman esto',
  deposit: 'Depositar',
  withdraw: 'Retirar',
  transfer: 'Transferir',
  convert: 'Convertir',
  more: 'Más',
  more_locked: 'Depósito a plazo',
  more_orders: 'Órdenes',
  more_bill: 'Extracto',
  more_settings: 'Ajustes',
  news: 'Noticias',
  promise: 'El exchange que puedes comprobar.',
  promise_why: 'Cada precio queda registrado y cada céntimo tiene su movimiento.',
  create_account: 'Crear cuenta',
}
