// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title How much may leave to outside addresses
/// @notice Each token has a limit, and in any 24 hours no more than it leaves to addresses that are not our wallets. A token
/// that was given none has a limit of nothing. Raising a limit takes the admin and two days, in which the admin or the pauser
/// can call it off; lowering takes effect at once. So whoever steals the settler's key gets away with one limit a day, and
/// whoever steals the admin's is seen two days before he gets away with more.
/// @dev What left is counted by the hours of the clock, and a limit holds for the hour under way and the 24 before it
/// together. Any 24 hours, both ends included, lie within 25 such hours: the limit is strict, and room comes back 24 to 25 hours
/// after it was used. Should the limit change meanwhile, what left in 24 hours is at most the highest limit there was in them.
abstract contract OutsideLimits is AccessControlEnumerable {
    using SafeCast for uint256;

    // The hour under way and the 24 before it.
    uint256 private constant HOURS = 25;

    /// @notice What one token may do outside.
    struct Limit {
        IERC20 token;
        uint256 limit;
    }

    /// @dev What left is one sum and one part for each hour. A part carries its hour in the upper 32 bits, so that one which
    /// is too old is known by itself and nothing has to be cleared; two of them share a slot.
    struct Book {
        uint96 limit;
        uint96 gone;
        uint32 hour;
        uint128[HOURS] parts;
    }

    struct Raise {
        uint96 limit;
        uint64 from;
    }

    /// @notice Who may stop things.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice How long a higher limit waits before it can be had.
    uint256 public constant RAISE_DELAY = 2 days;

    mapping(IERC20 token => Book) private _books;
    mapping(IERC20 token => Raise) private _raises;

    /// @notice A token has another limit from now on.
    /// @param token The token.
    /// @param limit How much of it may leave in 24 hours.
    event LimitChanged(IERC20 indexed token, uint256 limit);

    /// @notice A higher limit was asked for.
    /// @param token The token.
    /// @param limit How much of it may then leave in 24 hours.
    /// @param from When it can be had.
    event RaiseRequested(IERC20 indexed token, uint256 limit, uint256 from);

    /// @notice A higher limit was called off before it came.
    /// @param token The token.
    /// @param limit What it would have been.
    event RaiseCancelled(IERC20 indexed token, uint256 limit);

    /// @notice More would leave to outside addresses than may in 24 hours.
    /// @param token The token.
    /// @param amount How much was to leave.
    /// @param left How much may still leave now.
    error OutsideLimitReached(IERC20 token, uint256 amount, uint256 left);

    /// @notice A limit can be asked for only if it is higher, and set at once only if it is lower.
    /// @param token The token.
    /// @param limit The limit that was given.
    /// @param current The limit that there is.
    error WrongDirection(IERC20 token, uint256 limit, uint256 current);

    /// @notice Nobody has asked for a higher limit.
    /// @param token The token.
    error NoRaiseRequested(IERC20 token);

    /// @notice A higher limit was asked for, but it is too early for it.
    /// @param token The token.
    /// @param from When it can be had.
    error RaiseTooEarly(IERC20 token, uint256 from);

    /// @notice The limits to begin with. There is nothing in the wallets yet, so these need not wait.
    /// @param limits For each token that may leave, how much.
    constructor(Limit[] memory limits) {
        for (uint256 i = 0; i < limits.length; ++i) {
            _setLimit(limits[i].token, limits[i].limit.toUint96());
        }
    }

    /// @notice Asks for a higher limit. It takes the place of one that was asked for before, and its time begins anew.
    /// @param token The token.
    /// @param limit How much of it may then leave in 24 hours.
    function requestRaise(IERC20 token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        uint256 current = _books[token].limit;
        if (limit <= current) revert WrongDirection(token, limit, current);
        uint256 from = block.timestamp + RAISE_DELAY;
        _raises[token] = Raise({limit: limit.toUint96(), from: from.toUint64()});
        emit RaiseRequested(token, limit, from);
    }

    /// @notice Makes a higher limit the one that holds, once its time has come. Anybody may: all was said when it was asked for.
    /// @param token The token.
    function raiseLimit(IERC20 token) external {
        Raise memory raise = _raises[token];
        if (raise.from == 0) revert NoRaiseRequested(token);
        if (block.timestamp < raise.from) revert RaiseTooEarly(token, raise.from);
        delete _raises[token];
        _setLimit(token, raise.limit);
    }

    /// @notice Calls off a higher limit before it comes.
    /// @param token The token.
    function cancelRaise(IERC20 token) external {
        if (!hasRole(DEFAULT_ADMIN_ROLE, msg.sender)) _checkRole(PAUSER_ROLE);
        if (_raises[token].from == 0) revert NoRaiseRequested(token);
        _cancelRaise(token);
    }

    /// @notice Lowers a limit at once, and calls off a higher one that was asked for.
    /// @dev Not the pauser's: what he stops can be started again at once, and a limit only after its delay.
    /// @param token The token.
    /// @param limit How much of it may leave in 24 hours from now on.
    function lowerLimit(IERC20 token, uint256 limit) external onlyRole(DEFAULT_ADMIN_ROLE) {
        uint256 current = _books[token].limit;
        if (limit >= current) revert WrongDirection(token, limit, current);
        if (_raises[token].from != 0) _cancelRaise(token);
        _setLimit(token, limit.toUint96());
    }

    /// @notice How much of a token may leave in 24 hours, and how much of that may still leave now.
    /// @param token The token.
    function outsideLimit(IERC20 token) external view returns (uint256 limit, uint256 left) {
        limit = _books[token].limit;
        left = _leftOf(token, _hourNow());
    }

    /// @notice The higher limit that was asked for and when it can be had; nothing if there is none.
    /// @param token The token.
    function requestedRaise(IERC20 token) external view returns (uint256 limit, uint256 from) {
        Raise memory raise = _raises[token];
        return (raise.limit, raise.from);
    }

    /// @notice When an amount may leave if nothing else does until then; the end of time if it is above the limit.
    /// @param token The token.
    /// @param amount How much is to leave.
    function outsideFrom(IERC20 token, uint256 amount) external view returns (uint256) {
        if (amount > _books[token].limit) return type(uint256).max;
        uint256 hour = _hourNow();
        if (amount <= _leftOf(token, hour)) return block.timestamp;
        do ++hour;
        while (amount > _leftOf(token, hour));
        return hour * 1 hours;
    }

    /// @dev Counts what is about to leave, or refuses it. Called before the token is, so that no token can leave twice on
    /// one count.
    function _countOutside(IERC20 token, uint256 amount) internal {
        Book storage book = _books[token];
        uint256 hour = _hourNow();
        uint256 gone = _goneBy(book, hour);
        uint256 left = _difference(book.limit, gone);
        if (amount > left) revert OutsideLimitReached(token, amount, left);
        uint256 part = book.parts[hour % HOURS];
        uint256 before = part >> 96 == hour ? uint96(part) : 0;
        // None of them is above the limit, which has 96 bits.
        book.parts[hour % HOURS] = uint128((hour << 96) | (before + amount));
        book.gone = uint96(gone + amount);
        book.hour = uint32(hour);
    }

    function _setLimit(IERC20 token, uint96 limit) private {
        _books[token].limit = limit;
        emit LimitChanged(token, limit);
    }

    function _cancelRaise(IERC20 token) private {
        uint256 limit = _raises[token].limit;
        delete _raises[token];
        emit RaiseCancelled(token, limit);
    }

    function _leftOf(IERC20 token, uint256 hour) private view returns (uint256) {
        Book storage book = _books[token];
        return _difference(book.limit, _goneBy(book, hour));
    }

    /// @dev What counts in an hour: the sum as it was written, without the parts that have grown too old since.
    function _goneBy(Book storage book, uint256 hour) private view returns (uint256 gone) {
        gone = book.gone;
        uint256 last = book.hour;
        if (hour >= last + HOURS) return 0;
        for (uint256 passed = last + 1; passed <= hour && gone > 0; ++passed) {
            uint256 part = book.parts[passed % HOURS];
            if ((part >> 96) + HOURS == passed) gone -= uint96(part);
        }
    }

    function _hourNow() private view returns (uint256) {
        return block.timestamp / 1 hours;
    }

    /// @dev A limit that was lowered may be below what has left already.
    function _difference(uint256 more, uint256 less) private pure returns (uint256) {
        return more > less ? more - less : 0;
    }
}
