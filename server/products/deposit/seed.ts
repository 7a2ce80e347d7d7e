/** Where the demonstration takes deposits by proof; every address is made up and says so on screen. */
export const demoAddresses = [
  { currency: 'USDT', network: 'TRC20', address: 'TDemoPlumbNeverSendRealCoins1111111', minimum: '10' },
  {
    currency: 'USDT',
    network: 'ERC20',
    address: '0xDe30000000000000000000000000000000000001',
    minimum: '20',
  },
  {
    currency: 'BTC',
    network: 'Bitcoin',
    address: 'bc1qdemoplumbneversendrealcoins00000000001',
    minimum: '0.0005',
  },
  {
    currency: 'ETH',
    network: 'Ethereum',
    address: '0xDe30000000000000000000000000000000000002',
    minimum: '0.01',
  },
].map((depositAddress) => ({ ...depositAddress, isDemo: true }))
