import { expect, test } from 'vitest'
import { pageList } from './page-list.ts'
import { isPulledDown } from './pulled-pages.ts'

test('the statement, orders and records alone are pulled down', () => {
  const pulled = Object.keys(pageList).filter((route) => isPulledDown(`/${route}`))
  expect(pulled.map((route) => route.replace('pages/', '')).sort()).toEqual(
    [
      'setting/bill',
      // Records of money that came, went and moved, and of loans.
      ...['fund/receive_withdraw_record', 'fund/assets_record', 'fund/assets_all_record'],
      ...['fund/transfer_history', 'common/borrowing'],
      // Orders, by product, and those that ended.
      ...['transaction/currency_order', 'transaction/contract_order', 'transaction/seconds_order'],
      ...['contractOrders/contractOrders', 'historyList/historyList', 'ieo/order', 'lockming/order'],
      ...['quantization/quantitativeOrder', 'saleCoin/dollarOrderList', 'otc/order', 'otc/orders'],
      ...['invest/mine', 'nft/purchase'],
    ].sort(),
  )
})
