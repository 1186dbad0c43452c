import { type LosingCommand, MORE_COMMANDS, NOT_ALLOWED, python } from './more-commands.ts'

const CONTENTS: readonly LosingCommand[] = [
  { name: 'a file is deleted', script: 'rm victim', code: NOT_ALLOWED },
  { name: 'everything is deleted', script: 'rm -rf -- * .hidden; rm -rf -- ./*' },
  {
    name: 'files of odd names are deleted',
    script: "rm -- -rf $'new\\nline' 'with space.txt' '*star?' nnn* ü*; rm caf*",
  },
  { name: 'files are cut to nothing', script: ': > victim; truncate -s 0 big.bin', code: NOT_ALLOWED },
  { name: 'a file is cut and made as long again', script: 'truncate -s 10 big.bin; truncate -s 1048576 big.bin' },
  { name: 'files are appended to', script: 'echo more >> victim; echo more >> empty', code: NOT_ALLOWED },
  {
    name: 'a byte is overwritten',
    script: 'printf X | dd of=big.bin bs=1 seek=500000 conv=notrunc',
    code: NOT_ALLOWED,
  },
  {
    name: 'a byte is overwritten, and the time set back',
    script: 'touch -r big.bin /tmp/t; printf X | dd of=big.bin bs=1 conv=notrunc; touch -r /tmp/t big.bin',
    code: NOT_ALLOWED,
  },
  {
    name: 'a file is written through memory',
    script: python(
      "file = os.open('victim', os.O_RDWR)",
      'page = mmap.mmap(file, 0)',
      "page[0:4] = b'LOST'",
      'page.flush()',
    ),
    code: NOT_ALLOWED,
  },
  { name: 'holes are punched into a file', script: 'fallocate -p -o 4096 -l 8192 big.bin', code: NOT_ALLOWED },
  { name: 'a read-only file is replaced', script: 'rm -f read-only.txt; echo new > read-only.txt', code: NOT_ALLOWED },
  { name: 'a program with set-id bits is replaced', script: 'rm -f set-id; echo new > set-id', code: NOT_ALLOWED },
  {
    name: "somebody else's file is replaced",
    script: 'rm -f theirs.txt tool.sh; echo new > theirs.txt',
    code: NOT_ALLOWED,
  },
  {
    name: 'old and future files are rewritten',
    script: 'for f in old nano future; do echo x > $f.txt; done',
    code: NOT_ALLOWED,
  },
  { name: 'a script deletes itself', script: 'rm build.sh', code: NOT_ALLOWED },
  { name: 'a script ends with 0', script: 'rm victim; exit 0', code: NOT_ALLOWED },
  { name: 'a script ends with 3', script: 'rm victim; exit 3', code: NOT_ALLOWED },
  { name: 'a script ends with 127', script: 'rm victim; exit 127', code: NOT_ALLOWED },
  { name: 'new files stay, and are listed', script: "mkdir new; echo a > new/a; echo b > 'b c'; exit 7", code: null },
  { name: 'a new file is gone again', script: 'echo a > new; rm new', code: null },
]

const NAMES: readonly LosingCommand[] = [
  { name: 'a file is renamed', script: 'mv victim other-name', code: NOT_ALLOWED },
  { name: 'two files change places', script: 'mv victim t; mv old.txt victim; mv t old.txt', code: NOT_ALLOWED },
  { name: 'two folders change places', script: 'mv src t; mv other src; mv t other', code: NOT_ALLOWED },
  {
    name: 'a file and a folder are exchanged at once',
    script: python('import ctypes', "ctypes.CDLL(None).renameat2(-100, b'victim', -100, b'src', 2)"),
  },
  { name: 'a file becomes a folder', script: 'rm victim; mkdir victim; echo x > victim/x', code: NOT_ALLOWED },
  { name: 'a file becomes a link', script: 'ln -sf /etc/hostname victim', code: NOT_ALLOWED },
  { name: 'a folder becomes a file', script: 'rm -r src; echo x > src', code: NOT_ALLOWED },
  { name: 'a folder becomes a link', script: 'rm -r src; ln -s /etc src', code: NOT_ALLOWED },
  { name: 'a folder becomes a link to another', script: 'mv src s; ln -s other src; echo x > src/a.txt' },
  { name: 'a link becomes a file', script: 'rm good-link broken-link; echo x > good-link', code: NOT_ALLOWED },
  {
    name: 'a link becomes a folder',
    script: 'rm folder-link; mkdir folder-link; echo x > folder-link/x',
    code: NOT_ALLOWED,
  },
  {
    name: 'links lead elsewhere',
    script: 'ln -sfn other folder-link; ln -sfn x long-link; ln -sfn y own-link',
    code: NOT_ALLOWED,
  },
  { name: 'a folder goes into another', script: 'mv src other/; mv moved src2', code: NOT_ALLOWED },
  { name: 'a folder goes into its own folder', script: 'mv moved/here h; mv moved h/; rm -rf h/x', code: NOT_ALLOWED },
  { name: 'what is protected is moved', script: 'mv .git g; mv node_modules n; mv module m; mv linked l' },
  {
    name: 'what is protected is moved and parts removed',
    script: 'mkdir z; mv module z/; rm -f z/module/main.c; rm -rf node_modules',
  },
  { name: 'a folder is made in the place of git', script: 'mv .git g; mkdir .git; echo x > .git/HEAD' },
  { name: 'the empty folder is removed', script: 'rmdir empty-folder', code: NOT_ALLOWED },
  {
    name: 'names of 255 bytes',
    script: 'a=$(printf "m%.0s" $(seq 255)); rm nnn*; touch $a; mv $a ${a/m/k}',
    code: NOT_ALLOWED,
  },
]

const BYTES: readonly LosingCommand[] = [
  { name: 'a file whose name is no text is deleted', script: "rm $'caf\\xe9.txt'", code: NOT_ALLOWED },
  { name: 'a file whose name is no text is changed', script: "echo x >> $'\\xff\\xfe'", code: NOT_ALLOWED },
  { name: 'a file gets a name that is no text', script: "mv victim $'\\xe9victim'", code: NOT_ALLOWED },
  {
    name: 'a folder whose name is no text is removed',
    script: "rm -r $'folder \\xe9'; rm $'odd/\\xed\\xa0\\x80'",
    code: NOT_ALLOWED,
  },
  { name: 'a link whose name is no text', script: "rm $'\\xe8-link'; ln -sfn $'\\xfe' odd-link", code: NOT_ALLOWED },
  {
    name: 'new files whose names are no text stay',
    script: "echo x > $'new \\xe9'; mkdir $'d\\xff'; touch $'d\\xff/\\xfe'",
    code: null,
  },
  {
    name: 'new files whose names are no text are taken back',
    script: "mkdir $'d\\xff'; touch $'d\\xff/\\xfe'; rm victim",
    code: NOT_ALLOWED,
  },
  {
    name: 'all single bytes as names',
    script: python(
      "for n in range(1, 256):\n  if n not in (46, 47): open(bytes([n]), 'wb').close()",
      "os.unlink('victim')",
    ),
    code: NOT_ALLOWED,
  },
]

export const COMMANDS: readonly LosingCommand[] = [...CONTENTS, ...NAMES, ...BYTES, ...MORE_COMMANDS]
