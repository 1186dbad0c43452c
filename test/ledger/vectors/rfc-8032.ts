export type SignatureCase = { readonly key: string; readonly message: string; readonly signature: string }

/** RFC 8032, section 7.1, tests 1 to 3. */
export const RFC_8032: readonly SignatureCase[] = [
  {
    key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
]

/** The same signatures with the order of the group added to S: the equation still holds, and they must be refused all the same. */
export const MALLEABLE: readonly SignatureCase[] = RFC_8032.map(({ signature, ...told }) => ({
  ...told,
  signature: signature.slice(0, 64) + addOrder(signature.slice(64)),
}))

function addOrder(hex: string): string {
  const sum = BigInt(`0x${turned(hex)}`) + 2n ** 252n + 27742317777372353535851937790883648493n
  return turned(sum.toString(16).padStart(64, '0'))
}

/** The other byte first. */
function turned(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join('')
}
