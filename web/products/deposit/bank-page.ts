import type { BankWay } from '#domain/deposit/bank.ts'
import { toPage } from '#web/app/page-list.ts'

/** The URL of the page of deposits by a way of a bank. */
export const toBankPage = (way: BankWay): string =>
  way === 'card' ? toPage('pages/fund/receive', { way }) : toPage(pages[way])

const pages = {
  wire: 'pages/TelegraphicMoney/TelegraphicMoney',
  certificate: 'pages/certificateDeposit/certificateDeposit',
} as const
