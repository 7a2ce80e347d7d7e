import type { LiabilitiesProofFile } from './contract.ts'

/** As it was made before there was a second version of statements. */
export const goldenV1: LiabilitiesProofFile = {
  version: 1,
  product: 'liabilities',
  publicKey: 'fd1724385aa0c75b64fb78cd602fa1d991fdebf76b13c58ed702eac835e9f618',
  customer: '10001',
  salt: 'f2850c680c046e8291c5d13bb1e6af97dfc76a5ffdfb405a88b8edbbe30eb7ce',
  statement:
    'plumb liabilities v1\nsnapshot 1\ntime 2026-01-02T12:00:00.000Z\ntransfer 7\nheight 2\nroot f89e95674ec885fc654ee0d6883c96457231c131acbf4b842695a34d203fbefb\nreserves ledger\nBTC 8 10 9\nUSDT 8 105 -5\n',
  proof: [],
  checkpoint:
    'plumb-liabilities/fd1724385aa0c75b\n1\nFvK5njzpLMyHVqSd9T1WggcNo/iuUjlsacPkQwFHowU=\n\n— plumb-liabilities/fd1724385aa0c75b p8aVK3tGbgYpQlSKUEL9LTE3DwFsOakdJFTy6jhTg1nI1K8iJjI4fjAaMqkoHkrlPBAXefnTeXvE5JlioFPCwHeJmAw=\n',
  leaves: [
    {
      index: 0,
      amounts: ['1', '40'],
      siblings:
        'op5qrnIAr3mhwmg/x3haiQuwnKHUfrcqitPmC9AIQQoAAAAAAAAAAgAAAAAAAAA8/qzcpL7aHLl6i2CpCsTR2BEh3H+6E2OEo1uKhYFFOWoAAAAAAAAABwAAAAAAAAAF',
    },
    {
      index: 1,
      amounts: ['2', '60'],
      siblings:
        'H7joMxBE8J36NKSj6reyEJOmCrB3zfGQ4QHR82jp4eUAAAAAAAAAAQAAAAAAAAAo/qzcpL7aHLl6i2CpCsTR2BEh3H+6E2OEo1uKhYFFOWoAAAAAAAAABwAAAAAAAAAF',
    },
  ],
}

/** The same tree under a statement of the second version, written by hand and signed without the code that reads it. */
export const goldenV2: LiabilitiesProofFile = {
  version: 1,
  product: 'liabilities',
  publicKey: 'fd1724385aa0c75b64fb78cd602fa1d991fdebf76b13c58ed702eac835e9f618',
  customer: '10001',
  salt: 'f2850c680c046e8291c5d13bb1e6af97dfc76a5ffdfb405a88b8edbbe30eb7ce',
  statement:
    'plumb liabilities v2\nsnapshot 1\ntime 2026-01-02T12:00:00.000Z\ntransfer 7\nheight 2\nroot f89e95674ec885fc654ee0d6883c96457231c131acbf4b842695a34d203fbefb\nBTC 8 10 9\nUSDT 8 105 -5\non Ethereum main 6 0xdAC17F958D2ee523a2206206994597C13D831ec7 block 24150000 0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a 2026-01-02T11:52:00.000Z\ndeposits 3 40\npaying 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 8\ncold 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359 80\nunseen Tron main last never\n',
  proof: [],
  checkpoint:
    'plumb-liabilities/fd1724385aa0c75b\n1\n+Vd/EnT1F9w20E54xwcJX4WQOeWIDJxBmEDRG7HwNfE=\n\n— plumb-liabilities/fd1724385aa0c75b p8aVKzkTyaKi8WjC0E4gM4J2b9pNRVZYRHAS01+T5yVFo2bDurrsu1LDWXSBZ24cueCS0/6+TxHSyK1LlV/k+g19XQw=\n',
  leaves: [
    {
      index: 0,
      amounts: ['1', '40'],
      siblings:
        'op5qrnIAr3mhwmg/x3haiQuwnKHUfrcqitPmC9AIQQoAAAAAAAAAAgAAAAAAAAA8/qzcpL7aHLl6i2CpCsTR2BEh3H+6E2OEo1uKhYFFOWoAAAAAAAAABwAAAAAAAAAF',
    },
    {
      index: 1,
      amounts: ['2', '60'],
      siblings:
        'H7joMxBE8J36NKSj6reyEJOmCrB3zfGQ4QHR82jp4eUAAAAAAAAAAQAAAAAAAAAo/qzcpL7aHLl6i2CpCsTR2BEh3H+6E2OEo1uKhYFFOWoAAAAAAAAABwAAAAAAAAAF',
    },
  ],
}
