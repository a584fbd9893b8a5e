// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {BackedToken} from "../../contracts/BackedToken.sol";
import {GAE} from "../../contracts/GAE.sol";
import {GCA} from "../../contracts/GCA.sol";
import {OutsideLimits} from "../../contracts/OutsideLimits.sol";
import {QMGT} from "../../contracts/QMGT.sol";
import {Reserve} from "../../contracts/Reserve.sol";
import {Settlement} from "../../contracts/Settlement.sol";
import {USDAU} from "../../contracts/USDAU.sol";
import {TestUsdt} from "../../contracts/sandbox/TestUsdt.sol";
import {Vm} from "./Vm.sol";

/// @title Everything deployed as it is in production, and words to speak about it
abstract contract Fixture {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant OUTSIDER_KEY = 0x0075;
    uint256 internal constant VAULT = 1_000_000 ether;
    uint256 internal constant SHARE = 200_000 ether;

    /// @dev What may leave to outside addresses in 24 hours. Of GCA and GAE nothing may.
    uint256 internal constant USDT_LIMIT = 500_000 ether;
    uint256 internal constant QMGT_LIMIT = 5_000 ether;
    uint256 internal constant USDAU_LIMIT = 500_000 ether;

    /// @dev Not read from the contracts, since a call to read them would use up a prank.
    bytes32 internal constant ADMIN = bytes32(0);
    bytes32 internal constant ATTESTOR = keccak256("ATTESTOR_ROLE");
    bytes32 internal constant ISSUER = keccak256("ISSUER_ROLE");
    bytes32 internal constant PAUSER = keccak256("PAUSER_ROLE");
    bytes32 internal constant SETTLER = keccak256("SETTLER_ROLE");

    address internal immutable admin = vm.addr(0xa1);
    address internal immutable issuer = vm.addr(0xa2);
    address internal immutable settler = vm.addr(0xa3);
    address internal immutable pauser = vm.addr(0xa4);
    address internal immutable attestor = vm.addr(0xa5);
    address internal immutable stranger = vm.addr(0xe1);

    /// @dev A customer's own address, to which he has withdrawn.
    address internal immutable outsider = vm.addr(OUTSIDER_KEY);

    Reserve internal reserve;
    Settlement internal settlement;
    QMGT internal qmgt;
    USDAU internal usdau;
    GCA internal gca;
    GAE internal gae;
    TestUsdt internal usdt;
    address internal treasury;

    function setUp() public virtual {
        reserve = new Reserve(admin, attestor);
        usdt = new TestUsdt();
        // The tokens come after the settlement contract, which has to know where.
        uint256 next = uint256(vm.getNonce(address(this))) + 1;
        OutsideLimits.Limit[] memory limits = new OutsideLimits.Limit[](3);
        limits[0] = OutsideLimits.Limit({token: usdt, limit: USDT_LIMIT});
        limits[1] = OutsideLimits.Limit({token: IERC20(vm.computeCreateAddress(address(this), next)), limit: QMGT_LIMIT});
        limits[2] =
            OutsideLimits.Limit({token: IERC20(vm.computeCreateAddress(address(this), next + 1)), limit: USDAU_LIMIT});
        settlement = new Settlement(admin, settler, pauser, limits);
        BackedToken.Keys memory keys = BackedToken.Keys({admin: admin, issuer: issuer, pauser: pauser});
        qmgt = new QMGT(reserve, settlement, keys);
        usdau = new USDAU(reserve, settlement, keys);
        gca = new GCA(reserve, settlement, keys);
        gae = new GAE(reserve, settlement, keys);
        treasury = settlement.walletOf(0);
    }

    /// @dev A wallet by a number, which tests count them with.
    function walletAt(uint256 number) internal view returns (address) {
        return settlement.walletOf(bytes32(number));
    }

    /// @dev The admin raises a limit, and waits until it holds.
    function allow(IERC20 token, uint256 limit) internal {
        vm.prank(admin);
        settlement.requestRaise(token, limit);
        vm.warp(block.timestamp + 2 days);
        settlement.raiseLimit(token);
    }

    function tokens() internal view returns (BackedToken[4] memory) {
        return [BackedToken(qmgt), usdau, gca, gae];
    }

    /// @dev Attests a share for every token and issues half of it.
    function issueAll() internal {
        BackedToken[4] memory all = tokens();
        Reserve.Share[] memory shares = new Reserve.Share[](4);
        for (uint256 i = 0; i < 4; ++i) {
            shares[i] = Reserve.Share({token: all[i], grams: SHARE, units: SHARE});
        }
        vm.prank(attestor);
        reserve.attest(VAULT, shares, keccak256("bars"));
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(issuer);
            all[i].issue(SHARE / 2);
        }
    }

    function attestOne(BackedToken token, uint256 grams, uint256 units, uint256 vault) internal {
        Reserve.Share[] memory shares = new Reserve.Share[](1);
        shares[0] = Reserve.Share({token: token, grams: grams, units: units});
        vm.prank(attestor);
        reserve.attest(vault, shares, keccak256("bars"));
    }

    /// @dev From one of our wallets to another.
    function inner(IERC20 token, uint256 from, uint256 to, uint256 amount) internal pure returns (Settlement.Leg memory) {
        return Settlement.Leg(token, bytes32(from), Settlement.Receiver.Wallet, bytes32(to), amount);
    }

    function outward(IERC20 token, uint256 from, address to, uint256 amount)
        internal
        pure
        returns (Settlement.Leg memory)
    {
        return
            Settlement.Leg(token, bytes32(from), Settlement.Receiver.Outside, bytes32(uint256(uint160(to))), amount);
    }

    function burnt(IERC20 token, uint256 from, uint256 amount) internal pure returns (Settlement.Leg memory) {
        return Settlement.Leg(token, bytes32(from), Settlement.Receiver.Nobody, 0, amount);
    }

    function itemOf(uint256 id, Settlement.Leg memory only) internal pure returns (Settlement.Item memory item) {
        item = Settlement.Item({id: id, legs: new Settlement.Leg[](1)});
        item.legs[0] = only;
    }

    function itemOf(uint256 id, Settlement.Leg memory first, Settlement.Leg memory second)
        internal
        pure
        returns (Settlement.Item memory item)
    {
        item = Settlement.Item({id: id, legs: new Settlement.Leg[](2)});
        item.legs[0] = first;
        item.legs[1] = second;
    }

    function batchOf(Settlement.Item memory only) internal pure returns (Settlement.Item[] memory items) {
        items = new Settlement.Item[](1);
        items[0] = only;
    }

    function settle(Settlement.Item[] memory items) internal {
        vm.prank(settler);
        settlement.settle(items);
    }

    function settle(uint256 id, Settlement.Leg memory only) internal {
        settle(batchOf(itemOf(id, only)));
    }

    function missingRole(address account, bytes32 role) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role);
    }

    function between(uint256 value, uint256 least, uint256 most) internal pure returns (uint256) {
        return least + value % (most - least + 1);
    }
}
