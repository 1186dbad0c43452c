#!/usr/bin/env python3
"""Checks the audit folder of a workspace with the public key and nothing else.

Made from docs/ledger-format.md, and from no code of the program that writes the log. Exit 0: all agrees, 4: not all, 2: not checked."""
import argparse, base64, hashlib, hmac, json, re, sys
from decimal import Decimal
from json.encoder import encode_basestring
from pathlib import Path

# ---- Ed25519 (RFC 8032). Only public values are handled, so nothing here has to take the same time for all of them.
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT_OF_MINUS_1 = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)
NEUTRAL = (0, 1, 1, 0)  # a point is X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z

def add_points(a, b):
    u, v = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = v - u, d - c, d + c, v + u
    return e * f % P, g * h % P, f * g % P, e * h % P

def decode_point(raw):
    number = int.from_bytes(raw, 'little')
    sign, y = number >> 255, number & (2**255 - 1)
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    x = x if v * x * x % P == u else x * ROOT_OF_MINUS_1 % P
    if y >= P or v * x * x % P != u or (x == 0 and sign == 1):
        raise ValueError('not a point of the curve')
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P

BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, 'little'))

def ed25519_holds(public_key, message, signature):
    """Is S·B - k·A the point R? Both products share their doublings."""
    s = int.from_bytes(signature[32:], 'little')
    if len(public_key) != 32 or len(signature) != 64 or s >= ORDER:
        return False
    x, y, z, t = decode_point(public_key)
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), 'little') % ORDER
    minus_key = (P - x, y, z, P - t)
    point, table = NEUTRAL, (NEUTRAL, BASE, minus_key, add_points(BASE, minus_key))
    for bit in range(252, -1, -1):
        point = add_points(add_points(point, point), table[(s >> bit & 1) | (k >> bit & 1) << 1])
    inverse = pow(point[2], -1, P)
    return (point[1] * inverse % P | (point[0] * inverse % P & 1) << 255).to_bytes(32, 'little') == signature[:32]

# ---- Canonical JSON (RFC 8785). Every number is read as a double.
def number_text(number):
    """A double as ECMAScript writes it."""
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text, point = ''.join(map(str, digits)), len(digits) + int(exponent)  # fails for infinity, which JSON has not
    if 0 < point <= 21:
        text = text.ljust(point, '0') if len(text) <= point else f'{text[:point]}.{text[point:]}'
    elif -6 < point <= 0:
        text = '0.' + '0' * -point + text
    else:
        text = text[0] + ('.' + text[1:] if len(text) > 1 else '') + f'e{point - 1:+d}'
    return '-' * sign + text

def canonical(value):
    if isinstance(value, str):
        return encode_basestring(value)  # escapes what RFC 8785 wants escaped, and in the same way
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
        return '{' + ','.join([f'{encode_basestring(key)}:{canonical(value[key])}' for key in keys]) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(canonical, value)) + ']'
    return number_text(value) if isinstance(value, float) else json.dumps(value)

def parse(raw):
    """A JSON value, and whether these bytes are its canonical form; (None, False) for what has none."""
    try:
        value = json.loads(raw.decode('utf-8', 'replace'), parse_int=float)
        return value, canonical(value).encode() == raw
    except (ValueError, RecursionError):
        return None, False

# ---- The tree (RFC 6962), and the notes that sign its root (C2SP signed-note and tlog-checkpoint)
class Tree:
    """Takes leaves one by one and keeps only the roots of the complete subtrees, each with its height."""
    size, peaks = 0, ()
    def add(self, line):
        height, node = 0, hashlib.sha256(b'\0' + line).digest()
        while self.peaks and self.peaks[-1][0] == height:
            height, node = height + 1, hashlib.sha256(b'\1' + self.peaks[-1][1] + node).digest()
            self.peaks = self.peaks[:-1]
        self.size, self.peaks = self.size + 1, (*self.peaks, (height, node))

    def root(self):
        node = self.peaks[-1][1] if self.peaks else hashlib.sha256(b'').digest()
        for _, left in reversed(self.peaks[:-1]):
            node = hashlib.sha256(b'\1' + left + node).digest()
        return node.hex()

def strict_base64(text):
    raw = base64.b64decode(text, validate=True)
    if base64.b64encode(raw) != text:
        raise ValueError('its base64 is not in the one right form')
    return raw

def key_id(name, public_key):
    return hashlib.sha256(name + b'\n\x01' + public_key).digest()[:4]

def read_verifier_key(line):
    match = re.fullmatch(rb'([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)', line.strip().encode('utf-8'))
    raw = strict_base64(match[3]) if match else b''
    if len(raw) != 33 or raw[0] != 1 or key_id(match[1], raw[1:]).hex().encode() != match[2]:
        raise ValueError('this is not a public key of the form name+id+key')
    return match[1], raw[1:]

NOTE = re.compile(rb'(([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n)\n\xe2\x80\x94 (\S+) ([A-Za-z0-9+/=]+)\n')

def open_note(raw, name, public_key):
    """Size and root of a checkpoint of this log that this key has signed; otherwise a ValueError with the reason."""
    match = NOTE.fullmatch(raw)
    if not match:
        raise ValueError('this is not a checkpoint: a name, a size, a root and one signature are expected')
    body, origin, size, root, signer, blob = match.groups()
    signed = strict_base64(blob)
    if origin != name or signer != name or signed[:4] != key_id(name, public_key):
        raise ValueError('the checkpoint is of another log, or signed with another key')
    if not ed25519_holds(public_key, body, signed[4:]):
        raise ValueError('the signature of the checkpoint is wrong')
    return int(size), strict_base64(root).hex()

# ---- The folder
GIVEN = 'the given checkpoint'
VIEWS = {'attempt': 'attempts.jsonl', 'audit': 'audit.jsonl', 'permission': 'permissions.jsonl'}
TYPES = ('intent', 'outcome', 'refusal', 'replay', 'attempt', 'permission', 'system')
TIME = re.compile(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z')
SEGMENT = re.compile(r'([0-9]{6}|[1-9][0-9]{6,})\.jsonl')
KNOWN = re.compile(r'log(/.*\.(jsonl|bytes))?|checkpoints(/.*(?<!\.tmp))?|sessions|aside|secret\.key.*|(audit|attempts|permissions)\.jsonl')

def session_file(session):  # a letter beyond U+FFFF counts as two, as in UTF-16
    safe = re.sub(r'[^A-Za-z0-9._-]', lambda letter: '_' if letter[0] < '\U00010000' else '__', session)[:80]
    if safe != session or session.strip('.') == '' or re.search(r'-[0-9a-f]{8}\Z', session):
        safe = re.sub(r'^\.+', '_', safe) + '-' + hashlib.sha256(session.encode()).hexdigest()[:8]
    return f'sessions/{safe}/tool_receipts.jsonl'

class Verifier:
    def __init__(self, folder, key):
        self.folder, self.key, self.tree = Path(folder).resolve(strict=True), key, Tree()
        self.next_seq, self.last_at, self.accepted = 1, '', 0
        self.counts = {'receipts': 0, 'verified': 0, 'uncheckable': 0}
        self.log_findings, self.findings, self.notes = [], [], []
        self.views, self.opened = {}, {}  # of a view: where its next line begins, its number, and whether it has agreed so far
        secret = (self.folder / 'secret.key').read_bytes() if self.is_plain('secret.key') else b''
        self.secret = base64.b64decode(secret if re.fullmatch(rb'[A-Za-z0-9+/]{43}=\n', secret) else b'')
        self.secret_id = hashlib.sha256(secret).hexdigest()[:16] if self.secret else None

    def names(self, folder):
        return sorted(path.name for path in (self.folder / folder).glob('*'))

    def is_plain(self, name):  # nothing else is opened: a link would lead out of the folder
        path = self.folder / name
        is_plain = path.is_file() and path.resolve() == path
        if path.exists() and not is_plain:
            self.found(name, None, ('file', 'a plain file', 'a link, a folder or something else'))
        return is_plain

    def found(self, file, line, told, session=None):
        texts = (part[:120].decode('utf-8', 'replace') if isinstance(part, bytes) else part for part in told)
        finding = {'session': session, 'file': file, 'line': line, **dict(zip(('check', 'expected', 'actual'), texts))}
        (self.log_findings if file == 'log' else self.findings).append(finding)

    def run(self, note):
        checkpoints = self.open_notes(note)
        newest = max(checkpoints, key=lambda checkpoint: checkpoint[1], default=(None, 0, None))
        roots = self.walk_log({size for _, size, _ in checkpoints}, newest[1])
        self.end_views()
        for file, size, root in checkpoints:
            if roots.get(size) != root:
                self.found(file, size, ('checkpoint', root, roots.get(size, f'only {self.tree.size} lines')))
        if self.tree.size > newest[1]:
            self.notes.append(f'the last {self.tree.size - newest[1]} of {self.tree.size} lines are not covered by a checkpoint')
        failed = [finding for finding in self.log_findings if finding['line'] > self.accepted] + self.findings
        told = {'failed': failed, 'checkpoint': {'size': newest[1], 'root': newest[2]} if newest[0] else None, 'notes': self.notes}
        return {'entries': self.tree.size, **self.counts, **told}

    def open_notes(self, given):
        kept = [f'checkpoints/{name}' for name in self.names('checkpoints') if not name.endswith('.tmp')]
        texts = [(file, (self.folder / file).read_bytes()) for file in kept if self.is_plain(file)]
        opened = []
        for file, raw in texts + [(GIVEN, given)] * (given is not None):
            try:
                size, root = open_note(raw, *self.key)
                if file not in (GIVEN, f'checkpoints/{size:012}.txt'):
                    raise ValueError(f'its name is not that of a checkpoint of {size} lines')
                opened.append((file, size, root))
            except ValueError as reason:
                self.found(file, None, ('checkpoint', 'a checkpoint signed with this key', str(reason)))
        return opened

    def walk_log(self, sizes, covered):
        """The roots at these sizes. Lines are read one at a time, so the log may be of any length."""
        roots = {0: self.tree.root()}
        segments = sorted((name for name in self.names('log') if SEGMENT.fullmatch(name)), key=lambda name: int(name[:-6]))
        for name in segments:
            for raw in open(self.folder / 'log' / name, 'rb') if self.is_plain(f'log/{name}') else ():
                is_whole = raw.endswith(b'\n')
                if not is_whole and name == segments[-1] and self.tree.size >= covered:
                    self.notes.append('the last line is unfinished: a crash left it, and the next opening of the log takes it away')
                    break
                self.take(raw[:-1] if is_whole else raw, is_whole)
                if self.tree.size in sizes:
                    roots[self.tree.size] = self.tree.root()
        return roots

    def take(self, raw, is_whole):
        self.tree.add(raw)
        entry, is_canonical = parse(raw)
        at, body, mac, seq, kind, version = map((entry if isinstance(entry, dict) else {}).get, ('at', 'body', 'mac', 'seq', 'type', 'v'))
        has_form = isinstance(at, str) and isinstance(body, dict) and isinstance(seq, float) and seq.is_integer() and kind in TYPES
        if not has_form or not isinstance(version, float) or version != 1:
            self.next_seq += 1
            return self.found('log', self.tree.size, ('line', 'an entry of this log', raw))
        is_sound = is_whole and is_canonical and len(entry) == 6 and re.fullmatch('[0-9a-f]{64}', str(mac)) and TIME.fullmatch(at)
        if not is_sound or at < self.last_at:
            self.found('log', self.tree.size, ('line', 'six keys in canonical form, the time not before the last, a newline', raw))
        self.last_at = max(at, self.last_at)
        is_accepted = kind == 'system' and body.get('event') == 'accepted'
        size = body['found'].get('size') if isinstance(body.get('found'), dict) else None
        if is_accepted and body.get('kind') == 'changed' and isinstance(size, float):
            self.accepted = max(self.accepted, min(size, self.tree.size - 1))  # a person took the lines up to here as they were
        if not is_accepted and seq != self.next_seq:
            self.found('log', self.tree.size, ('seq', str(self.next_seq), number_text(seq)))
        self.next_seq = int(seq) + 1
        self.check_members(body)

    def check_members(self, body):
        for member, file in VIEWS.items():
            if isinstance(body.get(member), dict):
                self.expect(file, body[member])
        receipt = body.get('receipt')
        if isinstance(receipt, dict):
            session = receipt.get('session_id') if isinstance(receipt.get('session_id'), str) else ''
            self.check_receipt(receipt, session)
            self.expect(session_file(session), receipt, session)

    def check_receipt(self, receipt, session):
        if not all(isinstance(receipt.get(key), kind) for key, kind in (('receipt_id', str), ('signature', str), ('outputs', dict))):
            return
        self.counts['receipts'] += 1
        unsigned = {key: value for key, value in receipt.items() if key not in ('signature', 'signature_alg')}
        expected = hmac.new(self.secret, canonical(unsigned).encode(), 'sha256').hexdigest()
        is_checkable = self.secret_id is not None and receipt.get('key_id') == self.secret_id
        if is_checkable and expected != receipt['signature']:
            self.found('log', self.tree.size, ('signature', expected, receipt['signature']), session)
        else:
            self.counts['verified' if is_checkable else 'uncheckable'] += 1

    def expect(self, file, value, session=None):
        """The next line of this file is this member of an entry, byte for byte."""
        offset, line, agrees = self.views.get(file, (0, 1, True))
        raw = self.line_at(file, offset) if agrees else b''  # after the first difference everything is shifted
        is_same = raw == canonical(value).encode() + b'\n'
        self.views[file] = (offset + len(raw), line + 1, is_same)
        if agrees and not is_same:
            self.found(file, line, ('view', f'what line {self.tree.size} of the log says', raw or b'missing'), session)

    def line_at(self, file, offset):
        if file not in self.opened and self.is_plain(file):
            if len(self.opened) == 64:  # a process may have only so many open
                self.opened.pop(next(iter(self.opened))).close()
            self.opened[file] = open(self.folder / file, 'rb')
            self.opened[file].seek(offset)
        return self.opened[file].readline() if file in self.opened else b''

    def end_views(self):
        """What is left over, and files that no entry speaks of."""
        for file in [*VIEWS.values(), *(f'sessions/{name}/tool_receipts.jsonl' for name in self.names('sessions'))]:
            offset, line, agrees = self.views.get(file, (0, 1, True))
            if agrees and (rest := self.line_at(file, offset)):
                self.found(file, line, ('view', 'no more lines', rest))
        names = [*self.names(''), *(f'{folder}/{name}' for folder in ('log', 'checkpoints') for name in self.names(folder))]
        self.notes += [f'{name} is no part of the log' for name in names if not KNOWN.fullmatch(name)]

def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    options.add_argument('folder', metavar='AUDIT_FOLDER')
    options.add_argument('--key', required=True, metavar='VERIFIER_KEY', help='one line: name+id+key')
    options.add_argument('--checkpoint', type=Path, metavar='FILE', help='a note that was kept elsewhere')
    options.add_argument('--json', action='store_true', help='on one line')
    given = options.parse_args()
    sys.setrecursionlimit(5_000)  # far more levels than any entry has
    try:
        result = Verifier(given.folder, read_verifier_key(given.key)).run(given.checkpoint and given.checkpoint.read_bytes())
        if result['entries'] == 0 and not result['failed']:
            raise ValueError(f'there is no log in {given.folder}')
    except (OSError, ValueError) as reason:
        options.error(str(reason))
    print(json.dumps(result, indent=None if given.json else 2))
    return 4 if result['failed'] else 0

if __name__ == '__main__':
    sys.exit(main())
