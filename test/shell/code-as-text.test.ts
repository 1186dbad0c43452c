import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareProject } from './prepare-project.ts'
import { type ShellWorld, dataOf, sayYes, shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

const project = async (options: Parameters<typeof shellWorld>[0] = {}): Promise<ShellWorld> => {
  const world = await shellWorld({ trust: 'Trusted', ...options })
  prepareProject(world.root)
  return world
}

describe.skipIf(lacksSandbox)('code that stands in the command', () => {
  test.each([
    ['node -p "require(\'./package.json\').name"', 'sample\n'],
    ['node --no-warnings -e "console.log(6 * 7)"', '42\n'],
    [`python3 -c 'import json; print(json.load(open("package.json"))["version"])'`, '1.0.0\n'],
    ["python3 - <<'E'\nprint(open('data/words.txt').read().split()[0])\nE", 'alpha\n'],
    ["perl -ne 'print if /beta/' data/words.txt", 'beta\n'],
    ['python3 -m json.tool --compact data/people.json', '[{"name":"Ann","age":34},{"name":"Bob","age":27}]\n'],
    ["bash -c 'wc -l < data/words.txt'", '3\n'],
    ['timeout 20 node src/app.js', '4\n'],
    ['env CI=1 nice node src/app.js', '4\n'],
    ['bash scripts/check.sh', 'checked\n'],
    ['./scripts/check.sh --fast', 'checked --fast\n'],
  ])('%s runs unasked', async (command, stdout) => {
    const { run } = await project()
    expect(dataOf(await run(command))).toMatchObject({ stdout, exit_code: 0 })
  })

  test('finds the workspace read-only, whatever it hides in its words', async () => {
    const { run, get } = await project()
    const before = get('data/words.txt')
    for (const command of [
      `python3 -c 'import os; os.open("data/words.txt", 577)'`,
      `python3 -c 'import io; io.FileIO("data/words.txt", chr(119))'`,
      `node -e 'const f = process.getBuiltinModule("f" + "s"); f["unlin" + "kSync"]("data/words.txt")'`,
      `perl -e '*f = \\&{"CORE::GLOBAL::x"}; my $w = chr(62); open F, $w, "data/words.txt" or die $!'`,
    ]) {
      const { fault } = await run(command)
      expect([command, fault?.code, get('data/words.txt')]).toEqual([command, 'sandbox_denied', before])
    }
  })

  test('beside what creates files it runs under a copy, and is taken back with it', async () => {
    const { run, get } = await project()
    expect((await run(`node -p '1 + 1' > sum.txt`)).fault).toBeNull()
    expect(get('sum.txt')).toBe('2\n')
    const hidden = `node -e 'process.getBuiltinModule("f" + "s")["unlin" + "kSync"]("README.md")' > other.txt`
    expect([(await run(hidden)).fault?.code, get('README.md'), get('other.txt')]).toEqual([
      'effect_not_allowed',
      '# Sample\n\n  spaces  \n',
      undefined,
    ])
  })

  test.each([
    `python3 -c 'import os; os.unlink("a")'`,
    `python3 -c 'open("a", "w")'`,
    `python3 -c 'import subprocess'`,
    `node -e 'require("fs").writeFileSync("a", "")'`,
    `node -e 'require("child_process")'`,
    `node -r ./src/lib.js -e '1'`,
    `perl -i -pe 's/a/b/' data/words.txt`,
    `perl -pi -e 's/a/b/' data/words.txt`,
    'echo 1 | python3',
    "python3 3<<'E' < data/words.txt\n1\nE",
    'python3 -m json.tool package.json new.json',
    'python3 -m http.server',
    'python3 -m venv src',
    'python3 -m venv --clear new',
    'python3 -m timeit 1',
    'pip install x',
    "bash -c 'rm README.md'",
    'bash -c "ls" x y',
    'timeout 5 rm README.md',
    'nice -n 5 rm README.md',
    'env PATH=. node src/app.js',
    'env -i node src/app.js',
    'scripts/deploy.sh',
    './missing.sh',
    '../outside.sh',
    '/bin/rm README.md',
  ])('%s is not run unasked', async command => {
    const { run } = await project()
    expect(['confirmation_required', 'path_blocked']).toContain((await run(command)).fault?.code)
  })

  test('may write where a person has said yes to it', async () => {
    const { run, get } = await project({ trust: 'Untrusted', ask: sayYes })
    expect((await run(`python3 -c 'open("made.txt", "w").write("x")'`)).fault).toBeNull()
    expect(get('made.txt')).toBe('x')
  })

  test('is asked about where there is no sandbox', async () => {
    const { run } = await project({ settings: { 'tools.shell.sandbox': 'off' } })
    for (const command of [`python3 -c 'print(1)'`, 'python3 -m json.tool package.json', 'pip list', 'git add .'])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
  })

  test('and so is code of the workspace, which nothing would keep in it, unless a rule of the person allows the command', async () => {
    const rules = [{ prefix: ['make', 'count'], action: 'allow', examples: ['make count'] }]
    const { run, put, get, root } = await project({
      settings: { 'tools.shell.sandbox': 'off', 'tools.shell.rules': rules },
    })
    put('../outside.txt', 'what nobody may lose\n')
    put('.git/HEAD', 'ref: refs/heads/main\n')
    put('zap.sh', `rm -rf .git ${join(root, '..', 'outside.txt')}\n`)
    put('Makefile', 'all:\n\tbash zap.sh\ncount:\n\techo 1\n')
    put('package.json', '{"scripts":{"test":"bash zap.sh"}}')
    for (const command of ['bash zap.sh', 'make', 'npm test', `bash -c 'make'`, 'touch new.txt && make'])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
    expect([get('../outside.txt'), get('.git/HEAD')]).toEqual(['what nobody may lose\n', 'ref: refs/heads/main\n'])
    expect((await run('make count')).fault).toBeNull()
    expect((await run('touch new.txt')).fault).toBeNull()
  })

  test('a rule that asks holds for what is wrapped, and a rule that allows takes the guard off no code beside', async () => {
    const settings = {
      'tools.shell.rules': [
        { prefix: ['npm', 'test'], action: 'ask', examples: ['npm test'] },
        { prefix: ['touch', 'README.md'], action: 'allow', examples: ['touch README.md'] },
        { prefix: ['rm', 'README.md'], action: 'allow', examples: ['rm README.md'] },
      ],
    }
    const { run, get } = await project({ settings })
    for (const command of [
      'timeout 9 npm test',
      'env CI=1 npm test',
      "bash -c 'npm test'",
      `rm README.md; node -p 1`,
      "bash -c 'rm README.md'",
    ])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
    expect(get('README.md')).toBeDefined()
  })
})

describe.skipIf(lacksSandbox)('lines, tests, sums and names', () => {
  test.each([
    ['while read -r line; do echo "> $line"; done < data/words.txt', '> alpha\n> beta\n> gamma\n'],
    ['tail -n +2 data/users.csv | while IFS=, read -r id name age; do echo "$name $age"; done', 'Ann 34\nBob 27\n'],
    ['find src -name "l*.js" | while read -r f; do wc -l < /dev/null; head -c 7 "$f"; done', '0\nexports'],
    ['NAME=world; echo "hello $NAME"', 'hello world\n'],
    ['dir=src; ls "$dir" | head -1', 'app.js\n'],
    ['[[ -f package.json && ! -d nowhere ]] && echo yes', 'yes\n'],
    ['[[ a == a* ]] || echo no', ''],
    ['echo $((3 * (7 - 1)))', '18\n'],
    ['cd src && ls l* && cd .. && ls Makefile', 'lib.js\nMakefile\n'],
    ['{ echo a; echo b; } | wc -l', '2\n'],
    ['mkdir -p out/{one,two} && ls out', 'one\ntwo\n'],
    ['for i in {1..3}; do echo "$i"; done', '1\n2\n3\n'],
    ['case ab in a*) echo yes;; *) echo no;; esac', 'yes\n'],
    ['set -euo pipefail; echo ok', 'ok\n'],
    ['export NODE_ENV=test && node -p process.env.NODE_ENV', 'test\n'],
    ['cd tests && cd - > /dev/null && ls Makefile', 'Makefile\n'],
    ['gzip -k data/words.txt && zcat data/words.txt.gz | head -1', 'alpha\n'],
    ['split -l 2 data/words.txt part_ && ls part_*', 'part_aa\npart_ab\n'],
    ['cp README.md package.json tests/ && cp src/*.js tests && ls tests | wc -l', '7\n'],
    ['[ ! -d nowhere ] && [ 3 -gt 2 ] && [[ abc =~ ^a ]] && echo yes', 'yes\n'],
    ['ls src | xargs -I {} wc -l src/{} | head -1', '2 src/app.js\n'],
    ["jq --arg n Ann '.[] | select(.name == $n) | .age' data/people.json", '34\n'],
    ['FOO=bar node -p process.env.FOO', 'bar\n'],
    ["sh -c 'ls src' | head -1", 'app.js\n'],
    ['bash -n scripts/check.sh && nohup bash -eu scripts/check.sh', 'checked\n'],
    ['for f in src/*.js; do node --check "$f"; done', ''],
    ['git symbolic-ref --short HEAD', 'main\n'],
    ['grep -rl --include=*.csv Ann .', './data/users.csv\n'],
    ['tar czf src.tgz src && tar tzf src.tgz | head -1', 'src/\n'],
    ['awk -F, \'NR > 1 && $3 > 30 { printf "%s\\n", $2 }\' data/users.csv', 'Ann\n'],
    ["awk '{ if (NR > 2) print }' data/words.txt", 'gamma\n'],
    ["sed -n -e '/^ERROR\\b/p' -e '1p' logs/app.log", 'INFO start\nERROR one thing\n'],
  ])('%s runs unasked', async (command, stdout) => {
    const { run } = await project()
    expect(dataOf(await run(command))).toMatchObject({ stdout, exit_code: 0 })
  })

  test.each([
    'while read -r f; do rm "$f"; done < data/words.txt',
    'while read -r f; do "$f"; done < data/words.txt',
    'while read -r f; do $f; done < data/words.txt',
    'while read -r f; do sort -o "$f" /dev/null; done < data/words.txt',
    'while read -r f; do echo > "$f"; done < data/words.txt',
    'while read -r f; do find . "$f"; done < data/words.txt',
    'while read -r f; do git log "$f"; done < data/words.txt',
    'while read -r f; do cd "$f"; done < data/words.txt',
    'while read -r f; do printf "$f"; done < data/words.txt',
    'while read -r PATH; do ls; done < data/words.txt',
    'while true; do ls; done',
    'while read -r f; do echo; done > README.md',
    'x=README.md; cp /dev/null "$x"',
    'x=rm; "$x" README.md',
    'x=a; true && x=README.md; cp /dev/null "$x"',
    'x=a; (x=README.md); cp /dev/null "$x"',
    'PATH=.; ls',
    'IFS=x; ls',
    'BASH_ENV=x; ls',
    'GIT_DIR=x; git status',
    'x+=a; echo "$x"',
    'x[0]=a; echo 1',
    "[[ -v 'x[0]' ]]",
    "[[ 'a[0]' -eq 0 ]]",
    'echo $((x + 1))',
    '(cd src); echo a > app.js; echo b > README.md',
    'false && cd src; echo > README.md',
    'cd src | ls; echo > README.md',
    'echo a > {x,y}.txt',
    '{rm,README.md}',
    'cp /dev/null {README,x}.md',
    'tee {README,x}.md',
    'echo {a,$HOME}',
    'set -- a',
    'set +o noclobber',
    'export FOO=bar',
    'export PATH=.',
    'cd - && ls',
    'gzip data/words.txt',
    'gzip -d r.gz',
    'split -l 1 data/words.txt READ',
    'openssl dgst -out README.md package.json',
    'case a in a) rm README.md;; esac',
    'cp package.json README.md',
    'cp data/README.md .',
    'cp README.md src/app.js .',
    'cp -r src/. .',
    'cp ../x .',
    'LD_PRELOAD=x node -p 1',
    'FOO=bar git status',
    'CC=./x make',
    'make CC=./scripts/check.sh',
    "sh -c 'ls &> README.md'",
    "sh -c 'rm README.md'",
    'nohup rm README.md',
    'git symbolic-ref HEAD refs/heads/x',
    'git remote set-url origin x',
    'git stash drop',
    'node --require ./src/lib.js --check src/app.js',
    'tar xzf a.tgz',
    'tar czf README.md src',
    'tar -cf new.tar --remove-files src',
    'tar -cf new.tar -I ./scripts/check.sh src',
    'tar -cf host:new.tar src',
    'zip -m new.zip README.md',
    'zip README.md src',
    'unzip a.zip',
    `awk '/"/ {print > "README.md"} /"/' data/words.txt`,
    `awk '{ # if (\\n print > "README.md" # )\\n }' data/words.txt`,
    `awk '{print $1 > "new.txt"}' data/words.txt`,
    "sed -e p -e 'w README.md' data/words.txt",
    "sed -n -e 's/a/b/w README.md' data/words.txt",
  ])('%s is not run unasked', async command => {
    const { run, get } = await project()
    expect(['confirmation_required', 'command_blocked']).toContain((await run(command)).fault?.code)
    expect(get('README.md')).toBe('# Sample\n\n  spaces  \n')
  })
})
