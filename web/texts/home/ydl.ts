import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const ydl: Translation<typeof en> = {
  total_balance: 'Saldo totale',
  play_money: 'Denaro virtuale',
  show_balance: 'Mostra i saldi',
  hide_balance: 'Nascondi i saldi',
  not_whole: 'Esclusi gli averi senza prezzo al momento',
  entries_add_up_one: '{count} movimento, somma esatta',
  entries_add_up_other: '{count} movimenti, somma esatta',
  deposit: 'Deposita',
  withdraw: 'Preleva',
  transfer: 'Trasferisci',
  convert: 'Converti',
  more: 'Altro',
  more_locked: 'Deposito vincolato',
  more_orders: 'Ordini',
  more_bill: 'Estratto conto',
  more_settings: 'Impostazioni',
  news: 'Novità',
  promise: 'L’exchange che puoi verificare.',
  promise_why: 'Ogni prezzo è registrato e ogni centesimo ha il suo movimento.',
  create_account: 'Crea un account',
}
